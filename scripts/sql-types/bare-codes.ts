import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import { walk } from './program.ts'

/** The columns that hold the codes of `apps/server/src/db/codes.ts`. */
const columns = ['status', 'from_status', 'to_status', 'delivery_type']
const column = String.raw`\b(?:${columns.join('|')})\b"?(?:::\w+)?`
const compares = String.raw`(?:=|<>|!=|[<>]=?|is\s+(?:not\s+)?distinct\s+from|between|when)`
const bare = new RegExp(
  [
    String.raw`${column}\s*${compares}\s*\d`,
    String.raw`${column}\s+(?:not\s+)?in\s*\((?!\s*select)[^)]*\b\d`,
    String.raw`${column}\s*(?:=|<>)\s*(?:any|all)\s*\(\s*(?:array\s*\[|'\{)[^)]*\d`,
    String.raw`\b\d+\s*(?:=|<>|!=)\s*(?:\w+\.)?${column}`,
  ].join('|'),
  'i',
)

/**
 * Returns the lines that compare or write a state or type of an order as a plain number, in SQL or with the query
 * builder.
 */
export function findBareCodes(file: Node): Node[] {
  const found: Node[] = []
  walk(file, (node) => {
    if (isBare(node)) found.push(node)
  })
  return found
}

function isBare(node: Node): boolean {
  if (isTaggedTemplateExpression(node))
    return isIdentifier(node.tag) && node.tag.text === 'sql' && bare.test(textOf(node.template))
  if (!isCallExpression(node)) return false
  const [first, , third] = node.arguments
  if (isPropertyAccessExpression(node.expression)) {
    const method = node.expression.name.text
    if (method === 'query' && first) return bare.test(textOf(first))
    if ((method === 'set' || method === 'values') && first) return writesNumber(first)
  }
  return first !== undefined && isStringLiteral(first) && isColumn(first.text) && isNumber(third)
}

/** Returns the text of a template, with a placeholder for each interpolated value. */
function textOf(node: Node): string {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!isTemplateExpression(node)) return ''
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ')
}

function writesNumber(node: Node): boolean {
  return (
    isObjectLiteralExpression(node) &&
    node.properties.some(
      (property) =>
        isPropertyAssignment(property) &&
        isIdentifier(property.name) &&
        isColumn(property.name.text) &&
        isNumber(property.initializer),
    )
  )
}

function isColumn(name: string): boolean {
  return columns.includes(name.slice(name.lastIndexOf('.') + 1))
}

function isNumber(node: Node | undefined): boolean {
  if (node === undefined) return false
  return isNumericLiteral(node) || (isArrayLiteralExpression(node) && node.elements.some(isNumber))
}
