import ts from 'typescript';

/** The comment that states the maximum length of the text for a slow pattern. */
const BOUNDED = /\bbounded: [\d,_]+ (?:characters|bytes)\b/;
/** The comment that states what a pattern is built from at run time. */
const BUILT = /\bbuilt from: \S.{10}/;

/** Every regular expression of a source file, and whether its comment says that it is bounded or built at run time. */
export function findPatterns(fileName, text) {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const constants = constantsIn(source);
  const found = [];
  const visit = (node) => {
    const pattern = readPattern(node, constants);
    if (pattern !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const comment = commentAt(lines, line);
      const isBounded = BOUNDED.test(comment);
      found.push({ ...pattern, line: line + 1, isBounded, isBuilt: BUILT.test(comment) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A literal, or a call of RegExp. The source is undefined if it is not made of literals. */
function readPattern(node, constants) {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { text: node.text, source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isCall || !ts.isIdentifier(node.expression) || node.expression.text !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  return {
    text: node.getText().replaceAll(/\s+/g, ' ').slice(0, 100),
    source: source === undefined ? '' : getString(source, constants),
    flags: flags === undefined ? '' : getString(flags, constants),
  };
}

/** The constants of a file by name. */
function constantsIn(source) {
  const constants = new Map();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const { declarations, flags } = statement.declarationList;
    if ((flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    }
  }
  return constants;
}

/** The value of an expression; undefined if it is not made of literals. */
function getString(node, constants) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [
      getString(span.expression, constants),
      span.literal.text,
    ]);
    return joined([node.head.text, ...spans], '');
  }
  if (ts.isTaggedTemplateExpression(node)) return getRawString(node);
  if (ts.isIdentifier(node) && constants.has(node.text)) {
    const others = new Map([...constants].filter(([name]) => name !== node.text));
    return getString(constants.get(node.text), others);
  }
  if (ts.isCallExpression(node)) return getJoinedList(node, constants);
  return undefined;
}

function getRawString({ tag, template }) {
  const isPlain = tag.getText() === 'String.raw' && ts.isNoSubstitutionTemplateLiteral(template);
  return isPlain ? template.rawText : undefined;
}

/** `[…].join('|')` */
function getJoinedList({ expression, arguments: [separator] }, constants) {
  const isJoin = ts.isPropertyAccessExpression(expression) && expression.name.text === 'join';
  if (!isJoin || separator === undefined || !ts.isArrayLiteralExpression(expression.expression)) {
    return undefined;
  }
  const chunks = expression.expression.elements.map((element) => getString(element, constants));
  return joined(chunks, getString(separator, constants));
}

function joined(chunks, separator) {
  return separator === undefined || chunks.includes(undefined) ? undefined : chunks.join(separator);
}

/** The comment at the end of a line, and those above it or above the statement that it begins. */
function commentAt(lines, line) {
  let first = line > 0 && /(?: =|^\s*\[)$/.test(lines[line - 1]) ? line - 1 : line;
  while (first > 0 && /^\s*(?:\/\/|\/?\*)/.test(lines[first - 1])) first -= 1;
  const [, beside = ''] = lines[line].split(/(?<=[;,)] )\/\/ /);
  return `${lines.slice(first, line).join('\n')}\n${beside}`;
}
