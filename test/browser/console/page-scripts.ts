/** Scripts that tests run in a page of the console. */

/** Waits for running transitions and animations, but not for those that never end. */
export const AFTER_ANIMATIONS = `new Promise(requestAnimationFrame).then(() =>
  Promise.allSettled(
    document.getAnimations()
      .filter((animation) => animation.effect.getTiming().iterations !== Infinity)
      .map((animation) => animation.finished),
  ),
).then(() => undefined)`;

/** Disables transitions, so that no check has to wait for them. The page's policy allows a style sheet made by a script. */
export const STOP_MOTION = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation-duration: 0s !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

export const STYLES_THAT_MISS = `[...document.querySelectorAll('link[rel=stylesheet]')]
  .filter(({ sheet }) => (sheet?.cssRules.length ?? 0) === 0).map(({ href }) => href)`;

/**
 * Runs in the page: applies each declaration with light-dark() in the style sheets of the build to a separate element, and
 * returns the computed values.
 */
export const READ_THEMED_COLOURS = `async (names) => {
  const folder = document.querySelector('link[rel=stylesheet]').href.replace(/[^/]+$/, '');
  const rulesOf = async (name) => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(await (await fetch(folder + name)).text());
    return [...sheet.cssRules];
  };
  const flatten = (rule) => [rule, ...[...(rule.cssRules ?? [])].flatMap(flatten)];
  const rules = (await Promise.all(names.map(rulesOf))).flat().flatMap(flatten);
  const found = [];
  for (const { selectorText, cssText } of rules.filter(({ style }) => style !== undefined)) {
    for (const [, property, value] of cssText.matchAll(/([\\w-]+):([^;{}]*light-dark\\([^;{}]*);/g)) {
      const probe = document.body.appendChild(document.createElement('div'));
      probe.style.setProperty(property, value);
      const { color, backgroundColor, borderTopColor, stroke, fill, boxShadow } = getComputedStyle(probe);
      const colours = { color, stroke, fill, 'box-shadow': boxShadow };
      const colour = colours[property] ?? (property.startsWith('border') ? borderTopColor : backgroundColor);
      found.push([selectorText + ' ' + property, colour]);
      probe.remove();
    }
  }
  return found;
}`;

/** The number of pixels by which each table is wider than its container. */
export const TABLE_OVERFLOW = `[...document.querySelectorAll('table')].map((table) => {
  const { scrollWidth, clientWidth } = table.closest('.mantine-ScrollArea-viewport') ?? table.parentElement;
  return scrollWidth - clientWidth;
})`;

/** The elements that overflow the right edge, if they make the whole page scroll. */
export const OVERFLOWING = `document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
  [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .filter((element) => element.closest('.mantine-ScrollArea-viewport') === null)
    .map((element) => 'too wide for a phone: ' + element.outerHTML.slice(0, 120))
    .slice(0, 5)`;
