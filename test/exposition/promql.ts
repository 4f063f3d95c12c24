/** A metric in an expression, and the labels by which it is selected or the result is grouped. */
export interface Selector {
  metric: string;
  labels: string[];
}

const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][a-zA-Z0-9_:]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[=!]~|[=!<>]=|[-+*/%^<>=(){},]/y;
const WORDS = new Set(['and', 'or', 'unless', 'bool']);
/** They are followed by labels that both sides have in common. */
const MATCHING = new Set(['on', 'ignoring']);
const GROUPING = new Set(['by', 'without']);

/**
 * The metrics of a PromQL expression. It supports only what the files of `deploy` use; anything else throws, so that
 * nothing is skipped.
 */
export function listSelectors(expr: string): Selector[] {
  const tokens = split(expr);
  checkBrackets(tokens);
  const selectors: Selector[] = [];
  const grouped: { label: string; depth: number; from: number }[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (GROUPING.has(token)) {
      const end = tokens.indexOf(')', index);
      const labels = tokens.slice(index + 2, end).filter((label) => label !== ',');
      // They are labels of the expression in the brackets that follow.
      const last = findEnd(tokens, end + 1);
      for (const label of labels) grouped.push({ label, depth: last, from: end + 1 });
      index = end;
    } else if (MATCHING.has(token)) {
      index = tokens.indexOf(')', index);
    } else if (/^[a-zA-Z_:]/.test(token) && next !== '(' && !WORDS.has(token) && !GROUPING.has(next ?? '')) {
      const labels = next === '{' ? readMatchers(tokens, index + 2) : [];
      const at = index;
      const outer = grouped.filter(({ from, depth }) => from <= at && at <= depth).map(({ label }) => label);
      selectors.push({ metric: token, labels: [...labels, ...outer] });
      if (next === '{') index = tokens.indexOf('}', index);
    }
  }
  return selectors;
}

/** The names of the labels between braces. */
function readMatchers(tokens: readonly string[], from: number): string[] {
  const matchers = tokens.slice(from, tokens.indexOf('}', from));
  return matchers.filter(
    (token, index) => /^[a-zA-Z_]/.test(token) && /^[=!]/.test(matchers[index + 1] ?? ''),
  );
}

function split(expr: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expr.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(expr) ?? [];
    if (token === undefined) throw new Error(`cannot be read: ${expr.slice(at)}`);
    // Ranges are no metrics.
    if (token.trim() !== '' && !token.startsWith('[')) tokens.push(token);
  }
  return tokens;
}

function checkBrackets(tokens: readonly string[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token === '(' || token === '{') depth += 1;
    if (token === ')' || token === '}') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) throw new Error(`a bracket too many or too few: ${tokens.join(' ')}`);
}

function findEnd(tokens: readonly string[], from: number): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index += 1) {
    if (tokens[index] === '(') depth += 1;
    if (tokens[index] === ')' && (depth -= 1) === 0) return index;
  }
  return tokens.length;
}
