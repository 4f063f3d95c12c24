import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { Deferred } from '../sockets/send-queue.js';
import { chatEvents, streamTo, textDeltas } from './__fixtures__/answers.js';
import { BridgeHarness, TOKEN, listTypes, settle } from './__fixtures__/bridge-harness.js';

const GONE = new GatewayError('client-gone', 'The client closed the connection.');

describe('a bridge session', () => {
  it('responds in text, with one chat request of the token', async () => {
    const harness = new BridgeHarness();
    expect(await harness.take()).toMatchObject([
      { type: 'session.created', session: { model: 'chat-model', output_modalities: ['text'] } },
    ]);
    const received = await harness.ask('Hi');
    expect(listTypes(received)).toEqual([
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(received.at(-1)).toMatchObject({ response: { status: 'completed', usage: { total_tokens: 15 } } });
    const [chat] = harness.chats;
    expect(JSON.parse(chat?.body.toString() ?? '')).toEqual({
      model: 'chat-model',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(chat).toMatchObject({ format: 'openai-chat', hints: {}, headers: {} });
    expect(chat?.admitted.requestId).toBe('req-9-1');
    expect(chat?.admitted.token).toEqual({ ...TOKEN, cacheTtlSeconds: 0, contentDays: 0 });
    expect(harness.requests).toEqual([
      {
        requestId: 'req-9-1',
        durationMs: expect.any(Number),
        record: {
          operation: 'chat',
          format: 'openai-chat',
          model: 'chat-model',
          isStreamed: true,
          attempts: [],
          usage: { inputTokens: 11, outputTokens: 4 },
        },
      },
    ]);
  });

  it('supports the beta protocol', async () => {
    const harness = new BridgeHarness({ call: { dialect: 'beta' } });
    const opening = await harness.take();
    expect(opening).toMatchObject([
      { type: 'session.created', session: { modalities: ['text'] } },
      { type: 'conversation.created', conversation: { object: 'realtime.conversation' } },
    ]);
    const received = await harness.ask('Hi');
    expect(listTypes(received)).toEqual([
      'conversation.item.created',
      'response.created',
      'response.output_item.added',
      'conversation.item.created',
      'response.content_part.added',
      'response.text.delta',
      'response.text.delta',
      'response.text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ]);
    const { conversation } = opening[1] as unknown as { conversation: { id: string } };
    expect(received.at(-1)).toMatchObject({ response: { conversation_id: conversation.id } });
    const [refusal] = await harness.send({
      type: 'session.update',
      session: { modalities: ['audio', 'text'] },
    });
    expect(refusal).toMatchObject({ type: 'error', error: { param: 'session.modalities' } });
  });

  it('starts with its initial settings, or not at all', async () => {
    const agreed = new BridgeHarness({
      call: { settings: { type: 'realtime', instructions: 'Be brief.', max_output_tokens: 900 } },
      bridge: { maxResponseTokens: 300, expiresAtSeconds: 77, settings: { voice: 'ash' } },
    });
    expect(await agreed.take()).toMatchObject([
      { session: { instructions: 'Be brief.', expires_at: 77, audio: { output: { voice: 'ash' } } } },
    ]);
    await agreed.ask('Hi');
    expect(JSON.parse(agreed.chats[0]?.body.toString() ?? '')).toMatchObject({
      max_completion_tokens: 300,
      messages: [{ role: 'system' }, { role: 'user' }],
    });
    const settings = { type: 'realtime', output_modalities: ['audio'] } as const;
    expect(
      () => new BridgeHarness({ call: { settings: { ...settings, output_modalities: ['audio'] } } }),
    ).toThrow(
      expect.objectContaining({ kind: 'unsupported-capability', param: 'session.output_modalities' }),
    );
  });

  it('reports an error if there is no input', async () => {
    const harness = new BridgeHarness();
    const received = await harness.send({ type: 'response.create' });
    expect(received.at(-1)).toMatchObject({
      type: 'response.done',
      response: {
        status: 'failed',
        status_details: { error: { message: expect.stringMatching(/no input to respond to/) } },
      },
    });
    expect(harness.chats).toEqual([]);
    expect(harness.admissions).toEqual([]);
  });

  it('aborts the upstream request when a response is cancelled', async () => {
    const harness = new BridgeHarness();
    harness.onChat = async ({ client }) => {
      await client.openStream({}).write(chatEvents(textDeltas('Hel')).slice(0, 1).join(''));
      await new Promise((_resolve, reject) => {
        client.signal.addEventListener('abort', () => reject(client.signal.reason));
      });
    };
    await harness.ask('Hi');
    expect(harness.session.isResponding).toBe(true);
    const received = await harness.send({ type: 'response.cancel' });
    expect(received.at(-1)).toMatchObject({
      type: 'response.done',
      response: { status: 'cancelled', status_details: { reason: 'client_cancelled' } },
    });
    expect(harness.session.isResponding).toBe(false);
    expect(harness.chats[0]?.client.signal.reason).toMatchObject({ kind: 'client-gone' });
    expect(harness.requests).toMatchObject([
      { error: { kind: 'client-gone' }, record: { outcome: 'client-gone' } },
    ]);
  });

  it('reports an upstream that fails midway, and continues', async () => {
    const harness = new BridgeHarness();
    harness.onChat = async ({ client }) => {
      const stream = client.openStream({});
      await stream.write(chatEvents(textDeltas('Hel')).slice(0, 1).join(''));
      stream.abort('data: {"error":{}}\n\n');
      throw new GatewayError('upstream-timeout', 'The model service has stopped sending.');
    };
    const received = await harness.ask('Hi');
    expect(received.slice(-2)).toMatchObject([
      {
        type: 'error',
        error: { code: 'upstream_timeout', message: 'The model service has stopped sending.' },
      },
      { type: 'response.done', response: { status: 'failed' } },
    ]);
    harness.onChat = ({ client }) => streamTo(client, chatEvents(textDeltas('Hel')).slice(0, 1));
    expect((await harness.ask('Again?')).at(-2)).toMatchObject({ error: { code: 'upstream_interrupted' } });
    expect(harness.requests.map(({ error }) => error?.kind)).toEqual([
      'upstream-timeout',
      'upstream-interrupted',
    ]);
    expect(harness.errors).toEqual([]);
  });

  it('reads no more of the response than the client', async () => {
    const harness = new BridgeHarness();
    const slow = new Deferred();
    let written = 0;
    harness.onChat = async ({ client }) => {
      const stream = client.openStream({});
      for (const event of chatEvents(textDeltas('a', 'b', 'c'))) {
        await stream.write(event);
        written += 1;
      }
    };
    await harness.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    });
    harness.drained = () => slow.promise;
    const received = harness.session.receive({
      data: Buffer.from('{"type":"response.create"}'),
      isBinary: false,
    });
    await settle();
    expect(written).toBe(0);
    expect(received).toBe(slow.promise);
    harness.drained = () => undefined;
    slow.resolve();
    expect((await harness.take()).at(-1)).toMatchObject({
      type: 'response.done',
      response: { status: 'completed' },
    });
  });

  it('aborts a response that waits for a client which does not read', async () => {
    const harness = new BridgeHarness();
    await harness.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
    });
    harness.drained = () => new Deferred().promise;
    void harness.session.receive({ data: Buffer.from('{"type":"response.create"}'), isBinary: false });
    await settle();
    await harness.session.close(GONE);
    expect(harness.requests).toMatchObject([{ error: { kind: 'client-gone' } }]);
  });
});

describe('an invalid event', () => {
  it('is reported in the names of the client, and the session continues', async () => {
    const harness = new BridgeHarness();
    await harness.take();
    await harness.session.receive({ data: Buffer.from([0, 1]), isBinary: true });
    await harness.session.receive({ data: Buffer.from('{'), isBinary: false });
    const received = await harness.send({
      type: 'response.create',
      event_id: 'mine',
      response: { tools: 1 },
    });
    expect(received).toMatchObject([
      { type: 'error', error: { type: 'invalid_request_error', code: 'invalid_request', event_id: null } },
      { type: 'error', error: { code: 'invalid_json' } },
      { type: 'error', error: { code: 'invalid_type', param: 'response.tools', event_id: 'mine' } },
    ]);
    expect(new Set(received.map(({ event_id }) => event_id)).size).toBe(3);
    expect((await harness.ask('Hi')).at(-1)).toMatchObject({ response: { status: 'completed' } });
  });

  it('is reported to the host each time, so that the host can end the session', async () => {
    const harness = new BridgeHarness();
    await harness.take();
    const item = { type: 'conversation.item.delete', item_id: 'none' };
    await harness.session.receive({ data: Buffer.from('nonsense'), isBinary: false });
    await harness.session.receive({ data: Buffer.from('nonsense'), isBinary: false });
    await harness.send(item, item);
    expect(harness.refused.map(({ code, kind }) => code ?? kind)).toEqual([
      'invalid-json',
      'invalid-json',
      'item_delete_invalid_item_id',
      'item_delete_invalid_item_id',
    ]);
  });
});

describe('a session that is closed', () => {
  it('aborts running requests, waits until they are recorded, and sends nothing more', async () => {
    const harness = new BridgeHarness();
    const slow = new Deferred();
    harness.onChat = async ({ client }) => {
      await slow.promise;
      client.signal.throwIfAborted();
    };
    await harness.ask('Hi');
    let isClosed = false;
    const closing = harness.session.close(GONE).finally(() => {
      isClosed = true;
    });
    await settle();
    expect([isClosed, harness.requests.length, harness.session.isResponding]).toEqual([false, 0, false]);
    slow.resolve();
    await closing;
    expect(harness.requests).toMatchObject([{ requestId: 'req-9-1', error: { kind: 'client-gone' } }]);
    expect(harness.admissions).toMatchObject([{ isReleased: true }]);
    expect(await harness.take()).toEqual([]);
    expect(await harness.session.ended).toEqual({ error: GONE });
  });

  it('sends no request if it was closed while it waited to be admitted', async () => {
    const harness = new BridgeHarness();
    harness.onAdmit = () => {
      void harness.session.close(GONE);
      return {};
    };
    await harness.ask('Hi');
    expect(harness.chats).toEqual([]);
    expect(harness.admissions).toMatchObject([{ adjusted: [0], isReleased: true }]);
    expect(harness.requests).toMatchObject([{ error: { kind: 'client-gone' } }]);
  });
});
