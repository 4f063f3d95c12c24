/** Each page is a file of its own, which is fetched when the page is opened. */
const FILES = import.meta.glob<string>(
  ['../../../../../docs/*.md', '!**/docs/architecture.md', '!**/docs/performance.md'],
  { query: '?guide', import: 'default' },
);

const LOADERS = new Map(
  Object.entries(FILES).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), load]),
);

/** The content of a page such as `limits` as JSON, or null where there is no such page. */
export async function loadGuideText(name: string): Promise<string | null> {
  return (await LOADERS.get(name)?.()) ?? null;
}
