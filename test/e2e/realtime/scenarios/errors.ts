import { expect } from '@jest/globals';
import { type Scenario, exchange, getObject, writeOnly } from './scenario.js';

/** Errors are reported to the library and as events, and the session continues. */
export const refusals: Scenario = {
  play: async ({ talker }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    say.cancel();
    expect(await log.next('error', from)).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
      error: { type: 'invalid_request_error', code: 'response_cancel_not_active' },
    });
    expect(await exchange(talker, 'one two')).toContain('one two');
    expect(log.closing).toBeUndefined();
  },
};

export const unknownEvents: Scenario = {
  needsFreeWords: true,
  play: async ({ talker }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    say.send?.({ type: 'session.sing', event_id: 'mine-1' });
    const event = await log.next('error', from);
    expect(event).toMatchObject({ error: { type: 'invalid_request_error', event_id: 'mine-1' } });
    const { message } = getObject(event, 'error');
    expect(message).toMatch(/session\.(?:sing|update)/);
    expect(log.errors.at(-1)).toMatchObject({ error: { message } });
    expect(await exchange(talker, 'one two')).toContain('one two');
    expect(log.closing).toBeUndefined();
  },
};
