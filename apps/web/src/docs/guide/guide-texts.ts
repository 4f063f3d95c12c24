const FILES = import.meta.glob<string>('../../../../../docs/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every page of the guide by its name, such as `limits` or `stories/one-video-task`. One file, fetched when it is wanted. */
export const GUIDE_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries(FILES).map(([path, text]) => [
    path.slice(path.indexOf('/docs/') + '/docs/'.length, -'.md'.length),
    text,
  ]),
);
