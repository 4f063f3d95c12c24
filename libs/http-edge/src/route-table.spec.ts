import { describe, expect, it } from '@jest/globals';
import { RouteTable } from './route-table.js';

describe('RouteTable', () => {
  const table = new RouteTable();
  table.add('GET', '/healthz');
  table.add('HEAD', '/healthz');
  table.add(['POST', 'GET'], '/v1/videos');
  table.add('GET', '/v1/videos/:id');
  table.add('DELETE', '/v1/videos/:id');
  table.add('POST', '/v1beta/models/*');
  table.add('GET', '/media/:id.mp4');
  table.add('OPTIONS', '*');

  it.each([
    ['/healthz', ['GET', 'HEAD']],
    ['/v1/videos', ['POST', 'GET']],
    ['/v1/videos/abc', ['GET', 'DELETE']],
    ['/v1/videos/abc/content', []],
    ['/v1beta/models/a/b:generateContent', ['POST']],
    ['/healthzz', []],
    ['/HEALTHZ', []],
    ['/', []],
  ])('%s has %j', (path, methods) => {
    expect(table.methodsFor(path)).toEqual(methods);
  });
});
