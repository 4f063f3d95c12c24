import { canReachGateway } from '../api/connection.js';

/** A laptop that changes networks is connected again within moments. */
const WAITS_MS = [300, 1_500];

/** A file of the console that could not be loaded. */
export class PartError extends Error {
  constructor(
    /** Otherwise the gateway responds, but no longer has the file: it was upgraded. */
    readonly isUnreachable: boolean,
    options: { cause: unknown },
  ) {
    super('A part of the console could not be loaded.', options);
    this.name = 'PartError';
  }
}

/** Loads a part of the console that is a file of its own, and tries again if it does not arrive. */
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
  if (wait === undefined) throw new PartError(!(await canReachGateway()), { cause: error });
  await new Promise((resolve) => setTimeout(resolve, wait));
  try {
    await loadLostStyles();
    return await load();
  } catch (another) {
    return loadAgain(load, another, later);
  }
}

/** Style sheets that did not arrive. The bundler requests those of a part only once, and would then show it without them. */
const lostStyles = new Set<HTMLLinkElement>();

addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target);
  },
  // In the capture phase, because error events of elements do not bubble.
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
