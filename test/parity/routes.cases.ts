import { describe, expect, it, jest } from '@jest/globals';
import { RouteTable } from '#http-edge';
import { REQUEST_VIEWS } from '#wire';
import { EXEMPT_ROUTES, ROWS } from './matrix.js';
import { NotApplicable } from './row.js';
import { EXEMPT_READS, READ_ROWS } from './rows/read-rows.js';

/** Formats that no POST request uses. */
const EXEMPT_FORMATS: Readonly<Record<string, string>> = {
  'openai-realtime': 'a session over a WebSocket, proven in sessions.cases.ts',
};

/** Returns a function that starts a gateway and collects its routes. */
export function describeRoutes(): <Started>(start: () => Promise<Started>) => Promise<Started> {
  const posts = new Set<string>();
  const reads = new Set<string>();

  describe('the matrix', () => {
    it('has a row, or a reason, for every POST route of the model API', () => {
      const known = new Set([...ROWS.map(({ route }) => route), ...Object.keys(EXEMPT_ROUTES)]);
      expect([...posts].toSorted()).toEqual([...known].toSorted());
    });

    it('has a row, or a reason, for every other route of the model API', () => {
      const known = new Set([...READ_ROWS.map(({ name }) => name), ...Object.keys(EXEMPT_READS)]);
      expect([...reads].toSorted()).toEqual([...known].toSorted());
    });

    it('has a row, or a reason, for every format', () => {
      const known = new Set<string>([...ROWS.map(({ format }) => format), ...Object.keys(EXEMPT_FORMATS)]);
      expect(Object.keys(REQUEST_VIEWS).toSorted()).toEqual([...known].toSorted());
    });

    it('has a reason for every column that does not apply', () => {
      const cells = ROWS.flatMap((row) => Object.values(row) as unknown[]);
      const reasons = cells.filter((cell) => cell instanceof NotApplicable).map(({ reason }) => reason);
      expect(reasons.length).toBeGreaterThan(0);
      for (const reason of reasons) expect(reason).toMatch(/\w+ \w+/);
    });
  });

  return async (start) => {
    const routes = jest.spyOn(RouteTable.prototype, 'add');
    const started = await start();
    for (const [methods, url] of routes.mock.calls) {
      if (!/^\/v\d/.test(url)) continue;
      for (const method of [methods].flat()) {
        if (method === 'POST') posts.add(url);
        else if (method !== 'HEAD') reads.add(`${method} ${url}`);
      }
    }
    routes.mockRestore();
    return started;
  };
}
