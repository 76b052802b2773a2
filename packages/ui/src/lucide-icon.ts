import { createElement, type SVGProps } from 'react'

type IconData = { node: [tag: string, attributes: { key: string }][] }

/**
 * Draws one of Lucide's icons. The build puts this in the place of the package's own `createLucideIcon`: our icons take
 * a class name and nothing else, and what the package can do beyond that weighs more than all icons of the first load.
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
