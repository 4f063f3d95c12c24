import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type AdminClient } from './admin-client.js';
import { withAdmin } from './with-admin.js';

interface Received {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

describe('the admin API of a server', () => {
  let server: Server;
  let address: string;
  let answer: { status: number; text: string };
  let received: Received | undefined;
  const formerEnvironment = process.env;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, url, headers } = request;
        received = { method, url, authorization: headers.authorization, body };
        response.writeHead(answer.status, { location: 'https://example.com/' }).end(answer.text);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  afterEach(() => {
    process.env = formerEnvironment;
  });

  const ask = <T>(work: (admin: AdminClient) => Promise<T>): Promise<T> =>
    withAdmin({ server: `${address}/`, adminToken: 'mgat_1', note: () => undefined }, work);

  it('is asked with the token, the body and the query', async () => {
    answer = { status: 200, text: '{"id":"7"}' };
    const made = await ask((admin) =>
      admin.request('POST', '/api/tokens', { name: 'ci' }, { a: 'b c', none: undefined }),
    );
    expect(made).toEqual({ id: '7' });
    expect(received).toEqual({
      method: 'POST',
      url: '/api/tokens?a=b+c',
      authorization: 'Bearer mgat_1',
      body: '{"name":"ci"}',
    });
  });

  it('may answer with nothing', async () => {
    answer = { status: 204, text: '' };
    expect(await ask((admin) => admin.request('DELETE', '/api/tokens/7'))).toBeUndefined();
  });

  it.each([
    [400, 2],
    [401, 77],
    [403, 77],
    [404, 66],
    [409, 1],
    [500, 1],
    [503, 69],
  ])('ends with %i as exit code %i, in the words of the server', async (status, exitCode) => {
    answer = { status, text: '{"error":{"message":"No."}}' };
    await expect(ask((admin) => admin.request('GET', '/api/tokens'))).rejects.toMatchObject({
      message: 'No.',
      exitCode,
    });
  });

  it('is not followed to somewhere else, with the token', async () => {
    answer = { status: 302, text: '' };
    await expect(ask((admin) => admin.request('GET', '/api/tokens'))).rejects.toMatchObject({ exitCode: 69 });
  });

  it('says that a server is no gateway', async () => {
    answer = { status: 200, text: '<html>' };
    await expect(ask((admin) => admin.request('GET', '/api/tokens'))).rejects.toThrow(
      'the answer is no JSON',
    );
  });

  it('says who does not answer', async () => {
    const asked = withAdmin(
      { server: 'http://127.0.0.1:9', adminToken: 'mgat_1', note: () => undefined },
      (admin) => admin.request('GET', '/api/tokens'),
    );
    await expect(asked).rejects.toMatchObject({
      message: expect.stringContaining('http://127.0.0.1:9 does not answer'),
      exitCode: 69,
    });
  });

  it('is found by the environment', async () => {
    process.env = { ...formerEnvironment, MODELGATE_SERVER: address, MODELGATE_ADMIN_TOKEN: 'mgat_2' };
    answer = { status: 200, text: '{}' };
    await withAdmin({ note: () => undefined }, (admin) => admin.request('GET', '/api/session'));
    expect(received?.authorization).toBe('Bearer mgat_2');
  });

  it.each([
    [{ server: 'gateway.example.com' }, '--server: "gateway.example.com" is not an http', 2],
    [{ server: 'http://127.0.0.1:9' }, 'MODELGATE_ADMIN_TOKEN', 77],
    [{ adminToken: 'mgat_1' }, 'say which with --server', 2],
  ])('refuses %j', async (choice, message, exitCode) => {
    const asked = withAdmin({ ...choice, note: () => undefined }, async () => undefined);
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining(message), exitCode });
  });
});
