import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AdminClient } from './admin-client.js';
import { withAdmin } from './with-admin.js';
import { type SmallServer, startServer } from '../../../../test/small-server/index.js';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

describe('the admin API of a server', () => {
  let server: SmallServer;
  let address: string;
  let serverResponse: { status: number; text: string };
  let received: ReceivedRequest | undefined;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    server = await startServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, url, headers } = request;
        received = { method, url, authorization: headers.authorization, body };
        response
          .writeHead(serverResponse.status, { location: 'https://example.com/' })
          .end(serverResponse.text);
      });
    });
    address = server.origin;
  });

  afterAll(async () => {
    await server.close();
  });

  afterEach(() => {
    process.env = formerEnvironment;
  });

  const run = <T>(work: (admin: AdminClient) => Promise<T>): Promise<T> =>
    withAdmin({ server: `${address}/`, adminToken: 'mgat_1', note: () => undefined }, work);

  it('receives the token, the body and the query', async () => {
    serverResponse = { status: 200, text: '{"id":"7"}' };
    const created = await run((admin) =>
      admin.request('POST', '/api/tokens', { name: 'ci' }, { a: 'b c', none: undefined }),
    );
    expect(created).toEqual({ id: '7' });
    expect(received).toEqual({
      method: 'POST',
      url: '/api/tokens?a=b+c',
      authorization: 'Bearer mgat_1',
      body: '{"name":"ci"}',
    });
  });

  it('can return an empty response', async () => {
    serverResponse = { status: 204, text: '' };
    expect(await run((admin) => admin.request('DELETE', '/api/tokens/7'))).toBeUndefined();
  });

  it.each([
    [400, 2],
    [401, 77],
    [403, 77],
    [404, 66],
    [409, 1],
    [500, 1],
    [503, 69],
  ])('turns status %i into exit code %i with the message of the server', async (status, exitCode) => {
    serverResponse = { status, text: '{"error":{"message":"No."}}' };
    await expect(run((admin) => admin.request('GET', '/api/tokens'))).rejects.toMatchObject({
      message: 'No.',
      exitCode,
    });
  });

  it('cannot redirect, because the token would be sent elsewhere', async () => {
    serverResponse = { status: 302, text: '' };
    await expect(run((admin) => admin.request('GET', '/api/tokens'))).rejects.toMatchObject({ exitCode: 69 });
  });

  it('fails with a message if the response is not JSON', async () => {
    serverResponse = { status: 200, text: '<html>' };
    await expect(run((admin) => admin.request('GET', '/api/tokens'))).rejects.toThrow(
      'the response is not JSON',
    );
  });

  it('fails with its address if it does not respond', async () => {
    const result = withAdmin(
      { server: 'http://127.0.0.1:9', adminToken: 'mgat_1', note: () => undefined },
      (admin) => admin.request('GET', '/api/tokens'),
    );
    await expect(result).rejects.toMatchObject({
      message: expect.stringContaining('http://127.0.0.1:9 does not respond'),
      exitCode: 69,
    });
  });

  it('is taken from the environment variables', async () => {
    process.env = { ...formerEnvironment, MODELGATE_SERVER: address, MODELGATE_ADMIN_TOKEN: 'mgat_2' };
    serverResponse = { status: 200, text: '{}' };
    await withAdmin({ note: () => undefined }, (admin) => admin.request('GET', '/api/session'));
    expect(received?.authorization).toBe('Bearer mgat_2');
  });

  it.each([
    [{ server: 'gateway.example.com' }, '--server: "gateway.example.com" is not an http', 2],
    [{ server: 'http://127.0.0.1:9' }, 'MODELGATE_ADMIN_TOKEN', 77],
    [{ adminToken: 'mgat_1' }, '--admin-token requires --server', 2],
  ])('rejects the options %j', async (options, message, exitCode) => {
    const result = withAdmin({ ...options, note: () => undefined }, async () => undefined);
    await expect(result).rejects.toMatchObject({ message: expect.stringContaining(message), exitCode });
  });
});
