import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AdminInProcess, startAdminInProcess } from '#admin';
import { BUILT_IN_CHANNEL } from '#catalog';
import { builtInChannel } from '#setup';
import { pino } from 'pino';
import { type AdminStage } from '../admin-stage.js';
import { type TestGateway } from '../../harness/index.js';

export function describeInProcess(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let admin: AdminInProcess;

  beforeAll(async () => {
    ({ gateway } = getStage());
    admin = await startAdminInProcess({
      config: gateway.shared.config,
      logger: pino({ level: 'silent' }),
      options: [{ provide: BUILT_IN_CHANNEL, useFactory: builtInChannel }],
    });
  });

  afterAll(async () => {
    await admin.close();
  });

  it('treats its caller as the operator', async () => {
    const { status, text } = await admin.ask({ method: 'GET', path: '/api/session' });
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ kind: 'operator' })]);
  });

  it('changes what is requested, and records it in the audit log', async () => {
    const { status, text } = await admin.ask({ method: 'POST', path: '/api/tokens', body: { name: 'a' } });
    const { key } = JSON.parse(text) as { key: string };
    expect([status, key]).toEqual([201, expect.stringMatching(/^sk-mg-/)]);
    expect(
      await gateway.database.query(
        `SELECT action, actor ->> 'kind' AS kind FROM audit_entries WHERE actor ->> 'id' = 'operator'`,
      ),
    ).toEqual([{ action: 'token.create', kind: 'operator' }]);
  });

  it('returns the same errors as over HTTP', async () => {
    const { status, text } = await admin.ask({ method: 'POST', path: '/api/tokens', body: { nmae: 'a' } });
    expect([status, JSON.parse(text)]).toEqual([
      400,
      { error: expect.objectContaining({ param: 'nmae', code: 'unsupported_parameter' }) },
    ]);
    expect((await admin.ask({ method: 'GET', path: '/api/nothing' })).status).toBe(404);
  });
}
