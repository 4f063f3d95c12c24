import { ScrollRestoration } from 'react-router';

/** Goes back to where a page was left. */
export function ScrollMemory() {
  return <ScrollRestoration getKey={getPlace} />;
}

/** A page that was loaded anew has no key of its own, and must not begin where another one was left. */
function getPlace({ key, pathname }: { key: string; pathname: string }): string {
  return key === 'default' ? pathname : key;
}
