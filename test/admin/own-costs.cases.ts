import { expect, it } from '@jest/globals';
import { ask, getFault } from './ask.js';
import { type OwnedObjects, ownedToken } from './owned-objects.js';
import { type People } from './people.js';

/** The costs of finished requests in the model API. */
export function describeOwnCosts(getStage: () => { owned: OwnedObjects; people: People }): void {
  it('are returned to the token that sent the requests, by id and by session', async () => {
    const { owned, people } = getStage();
    const token = await ownedToken(owned);
    const headers = { authorization: `Bearer ${token.key}` };
    const asked = (path: string, who = headers) =>
      ask(owned.origin, `GET /v1/requests${path}`, { headers: who });
    const sent = await fetch(`${owned.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-session-id': 'costs' },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello!' }] }),
    });
    await sent.text();
    expect(sent.headers.get('x-modelgate-cost-usd')).toBeNull();
    const id = String(sent.headers.get('x-request-id'));
    const { status, body } = await asked(`/${id}?wait_ms=5000`);
    const { body: detail } = await ask(owned.origin, `GET /api/requests/${id}`, {
      headers: owned.admin.headers,
    });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id,
        object: 'request',
        model: 'm',
        outcome: 'ok',
        is_refused: false,
        error: null,
        cost_usd: detail['cost_usd'],
      }),
    ]);
    expect(body['cost_usd']).toBeGreaterThan(0);
    expect((await asked('?session_id=costs')).body).toEqual({ object: 'list', data: [body] });

    const stranger = await ownedToken({ ...owned, owner: await people.signedIn('member') });
    const foreign = { authorization: `Bearer ${stranger.key}` };
    expect(getFault(await asked(`/${id}`, foreign))).toEqual([404, 'not_found', 'id']);
    expect((await asked('?session_id=costs', foreign)).body).toEqual({ object: 'list', data: [] });
    expect(getFault(await asked(`/${id}?wait_ms=9999`))).toEqual([400, 'invalid_value', 'wait_ms']);
    expect(getFault(await asked(''))).toEqual([400, 'invalid_value', 'session_id']);
  });
}
