/** Each page is a separate chunk, which is loaded when the page is opened. */
const FILES = import.meta.glob<string>(
  ['../../../../../docs/*.md', '!**/docs/architecture.md', '!**/docs/performance.md'],
  { query: '?guide', import: 'default' },
);

const LOADERS = new Map(
  Object.entries(FILES).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), load]),
);

/** The compiled content of a page such as `limits`, as JSON; null if the page does not exist. */
export async function loadGuideText(name: string): Promise<string | null> {
  return (await LOADERS.get(name)?.()) ?? null;
}
