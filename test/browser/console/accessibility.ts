import axe from 'axe-core';
import { type Page } from 'playwright-core';

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary: string }[];
}

interface Inspection {
  /** Only the rules whose result depends on the theme. */
  isOfColours?: boolean;
  /** Checks the colours of one element of each kind. */
  isSample?: boolean;
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const MARK = 'data-kind';

/**
 * Marks one element of each kind that no earlier page has shown in this theme and size. Elements with the same tags,
 * classes and styles up to the body have the same colours, and a page of the guide has thousands of them. Hidden
 * elements and elements without text are skipped, and the next element of the same kind is used.
 */
const MARK_KINDS = `(() => {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const seen = ((window.kindsSeen ??= {})[theme + innerWidth] ??= new Set());
  const nameOf = (element) => [
    element.localName,
    element.getAttribute('class'),
    element.getAttribute('style'),
    ...Object.values(element.dataset),
    element.matches('[aria-current], :disabled'),
  ].join(' ');
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    (element.matches('a, input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''));
  const names = new Map();
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute('${MARK}');
    names.set(element, (names.get(element.parentElement) ?? '') + '>' + nameOf(element));
  }
  for (const [element, name] of names) {
    const isFirst = !seen.has(name) && isShown(element);
    if (isFirst) seen.add(name);
    element.toggleAttribute('${MARK}', isFirst);
  }
})()`;

/** The elements that the colour rules check: all that they apply to, or one of each kind. */
const SELECTORS = {
  all: { 'color-contrast': '*', 'link-in-text-block': 'a[href], [role=link]' },
  'of-each-kind': { 'color-contrast': `[${MARK}]`, 'link-in-text-block': `a[href][${MARK}]` },
};

/**
 * Returns what axe finds. axe runs over the debugging protocol, so that the content security policy of the page stays
 * in force. Style sheets are not fetched again (`preload`): no rule that is on by default needs them, and nothing in
 * the console plays automatically.
 */
export async function findBarriers(
  page: Page,
  { isOfColours = false, isSample = false }: Inspection = {},
): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`);
  if (!isThere) await page.evaluate(axe.source);
  if (isSample) await page.evaluate(MARK_KINDS);
  const selectors = SELECTORS[isSample ? 'of-each-kind' : 'all'];
  const rules = Object.entries(selectors).map(([id, selector]) => ({ id, selector }));
  const runOnly = isOfColours ? { type: 'rule', values: COLOUR_RULES } : undefined;
  const options = { runOnly, resultTypes: ['violations'], preload: false };
  const { violations } = await page.evaluate<{ violations: Finding[] }>(
    `axe.configure(${JSON.stringify({ rules })}), axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${target.join(' ')}: ${failureSummary}`),
  );
}
