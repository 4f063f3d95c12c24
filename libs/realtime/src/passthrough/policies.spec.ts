import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/eventually/index.js';
import { type RealtimeService, type ServiceSession } from './__fixtures__/realtime-service.js';
import { TestSessions } from './__fixtures__/test-sessions.js';

const sessions = new TestSessions();
let service: RealtimeService;
beforeEach(async () => {
  service = await sessions.service();
});
afterEach(() => sessions.clear());

/** Accepts every update, and returns the updated session. */
function takesUpdates(session: ServiceSession): void {
  session.send({ type: 'session.created', event_id: 'e0', session: { type: 'realtime', model: 'up-m' } });
  session.socket.on('message', (data) => {
    const event = JSON.parse((data as Buffer).toString()) as { type: string; session: object };
    if (event.type !== 'session.update') return;
    session.send({ type: 'session.updated', event_id: 'e1', session: { model: 'up-m', ...event.session } });
  });
}

const textItem = (text: string): object => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});

describe('initial settings', () => {
  const settings = { type: 'realtime', model: 'm', instructions: 'Be kind.' } as const;

  it('are applied before the client gets the session', async () => {
    service.onConnection = takesUpdates;
    const harness = sessions.start([service], { call: { settings } });
    await harness.send({ type: 'response.create' });
    const created = await harness.waitFor('session.created');
    expect(created).toEqual({
      type: 'session.created',
      event_id: 'e0',
      session: { type: 'realtime', model: 'm', instructions: 'Be kind.' },
    });
    const session = await service.session();
    await eventually(() => session.frames.length === 2);
    expect(session.events).toMatchObject([
      { type: 'session.update', session: { type: 'realtime', instructions: 'Be kind.' } },
      { type: 'response.create' },
    ]);
    expect(session.events[0]?.['session']).not.toHaveProperty('model');
    expect(harness.events).toHaveLength(1);
  });

  it('are sent in the dialect of the upstream, and held frames keep their order', async () => {
    service.onConnection = (session) => {
      session.send(
        { type: 'session.created', event_id: 'e0', session: {} },
        { type: 'conversation.created' },
      );
      session.socket.once('message', () =>
        session.send({ type: 'made.up' }, { type: 'session.updated', session: { voice: 'ash' } }),
      );
    };
    const voice = { type: 'realtime', audio: { output: { voice: 'ash' } } } as const;
    const harness = sessions.start([service], {
      call: { settings: voice, dialect: 'beta' },
      format: 'openai-realtime-beta',
    });
    await harness.waitFor('made.up');
    expect((await service.session()).events).toMatchObject([
      { type: 'session.update', session: { voice: 'ash' } },
    ]);
    expect(harness.events.map(({ type }) => type)).toEqual([
      'session.created',
      'conversation.created',
      'made.up',
    ]);
  });

  it('that the upstream rejects end the session', async () => {
    service.onConnection = (session) => {
      session.send({ type: 'session.created', session: {} });
      session.socket.once('message', () =>
        session.send({ type: 'error', error: { type: 'invalid_request_error', message: 'No such voice.' } }),
      );
    };
    const harness = sessions.start([service], { call: { settings } });
    expect(await harness.session.ended).toMatchObject({
      error: { kind: 'upstream-rejected', message: 'No such voice.' },
    });
    expect(harness.received).toEqual([]);
  });

  it('have the output limit of the gateway', async () => {
    service.onConnection = takesUpdates;
    const harness = sessions.start([service], { policies: { maxOutputTokens: 50 } });
    expect(await harness.waitFor('session.created')).toMatchObject({ session: { max_output_tokens: 50 } });
    await harness.send({ type: 'response.create', response: { max_output_tokens: 'inf' } });
    const session = await service.session();
    await eventually(() => session.frames.length === 2);
    expect(session.events[1]).toEqual({ type: 'response.create', response: { max_output_tokens: 50 } });
  });
});

describe('policies', () => {
  const moderation = { model: 'judge', action: 'block' } as const;

  it('redact events', async () => {
    const harness = sessions.start([service], { policies: { redact: ['email'] } });
    const audio = '{"type":"input_audio_buffer.append","audio":"AAAA"}';
    await harness.send({ type: 'conversation.item.create', item: textItem('I am a@example.org.') });
    await harness.sendText(audio);
    const session = await service.session();
    await eventually(() => session.frames.length === 2);
    expect(session.frames[0]?.data.toString()).not.toContain('a@example.org');
    expect(session.frames[1]?.data.toString()).toBe(audio);
  });

  it('reject one event, in order, and the session continues', async () => {
    const harness = sessions.start([service], { policies: { moderation } });
    await harness.waitFor('session.created');
    const item = textItem('Something forbidden.');
    await Promise.all([
      harness.send({ type: 'conversation.item.create', event_id: 'mine', item }),
      harness.send({ type: 'conversation.item.create', item: textItem('Hello.') }),
      harness.sendText('{"type":"input_audio_buffer.append","audio":"AAAA"}'),
    ]);
    expect(await harness.waitFor('error')).toMatchObject({ error: { event_id: 'mine' } });
    const session = await service.session();
    await eventually(() => session.frames.length === 2);
    expect(session.events).toMatchObject([
      { item: { content: [{ text: 'Hello.' }] } },
      { type: 'input_audio_buffer.append' },
    ]);
    expect(harness.moderated).toEqual([['Something forbidden.'], ['Hello.']]);
  });
});
