import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: { key: string }][] }

/**
 * Draws a Lucide icon. The build replaces the package's own `createLucideIcon` with this function, because the apps'
 * icons need only a class name, and the package's other features weigh more than all icons of the first load.
 *
 * @public
 */
export default function drawIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
