import { expect, it } from '@jest/globals';
import { type FakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { type OwnedObjects, type OwnedToken, answeredRequest } from './owned-objects.js';

interface Stage {
  owned: OwnedObjects;
  upstream: FakeUpstream;
  gateway: TestGateway;
  token: OwnedToken;
}

export function describeErrorsForMembers(staged: () => Stage): void {
  it('show members no message about the account of the operator', async () => {
    const { owned, upstream, gateway, token } = staged();
    const error = { message: 'The key of org-1 is wrong.', type: 'auth', code: 'invalid_api_key' };
    upstream.script({ kind: 'error', status: 401, body: { error } });
    const id = await answeredRequest(owned, token, { model: 'm' });
    gateway.forgetFaults();
    const show = ({ headers }: OwnedObjects['admin']) =>
      ask(owned.origin, `GET /api/requests/${id}`, { headers });
    expect((await show(owned.admin)).body).toMatchObject({ error_detail: error });
    const { body } = await show(owned.owner);
    expect(body).toMatchObject({ error_detail: { ...error, message: null } });
    expect(JSON.stringify(body)).not.toContain('org-1');
  });
}
