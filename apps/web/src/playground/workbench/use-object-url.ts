import { useMemo, useSyncExternalStore } from 'react';

/** An object URL for a file in memory, revoked when the component unmounts or the file changes. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const { subscribe, get } = useMemo(() => createUrlStore(file), [file]);
  return useSyncExternalStore(subscribe, get);
}

function createUrlStore(file: Blob | undefined) {
  let url: string | undefined;
  const revoke = (): void => {
    if (url !== undefined) URL.revokeObjectURL(url);
    url = undefined;
  };
  return {
    subscribe: (onChange: () => void): (() => void) => {
      url = file && URL.createObjectURL(file);
      onChange();
      return revoke;
    },
    get: () => url,
  };
}
