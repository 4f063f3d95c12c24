/** A network that has just changed, as when a laptop finds another, is there again in a moment. */
const WAITS_MS = [300, 1_500];

/** Fetches a part of the console that is a file of its own. A file that did not arrive is asked for again. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    return loadAgain(load, error, WAITS_MS);
  }
}

async function loadAgain<Part>(
  load: () => Promise<Part>,
  error: unknown,
  [wait, ...later]: number[],
): Promise<Part> {
  if (wait === undefined) throw error;
  await new Promise((resolve) => setTimeout(resolve, wait));
  try {
    await loadLostStyles();
    return await load();
  } catch (another) {
    return loadAgain(load, another, later);
  }
}

/** Styles that did not arrive. The bundler asks for those of a part once only, and would then show it without them. */
const lostStyles = new Set<HTMLLinkElement>();

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  // On its way down: the event of an element does not come up to the window.
  { capture: true },
);

async function loadLostStyles(): Promise<void> {
  const lost = [...lostStyles];
  lostStyles.clear();
  await Promise.all(lost.map(replaceStyles));
}

function replaceStyles(link: HTMLLinkElement): Promise<void> {
  const copy = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    copy.addEventListener('load', () => resolve());
    copy.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
    link.replaceWith(copy);
  });
}
