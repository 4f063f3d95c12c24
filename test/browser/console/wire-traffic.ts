import { type Page } from 'playwright-core';

export interface Traffic {
  requests: number;
  bytes: number;
}

/** Counts the bytes on the wire during an action; responses from the browser's cache do not count. */
export async function measureTraffic(page: Page, act: () => Promise<void>): Promise<Traffic> {
  const session = await page.context().newCDPSession(page);
  const cached = new Set<string>();
  const sizes = new Map<string, number>();
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) cached.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  );
  await session.send('Network.enable');
  await act();
  await session.detach();
  const sent = [...sizes].filter(([id]) => !cached.has(id));
  return { requests: sent.length, bytes: sent.reduce((sum, [, size]) => sum + size, 0) };
}
