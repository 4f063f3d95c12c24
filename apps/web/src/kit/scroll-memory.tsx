import { ScrollRestoration } from 'react-router';

/** Restores the scroll position of a page when the user returns to it. */
export function ScrollMemory() {
  return <ScrollRestoration getKey={getScrollKey} />;
}

/** All initial page loads have the key `default`, so their position is stored by path. */
function getScrollKey({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}
