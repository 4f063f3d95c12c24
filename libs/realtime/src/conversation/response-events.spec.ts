import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { USAGE, callParts, replyEnd, REPLY_START, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionHarness } from './__fixtures__/session-harness.js';
import { type ClientEvent } from './protocol/events.js';

const TEXT_ONLY = { speak: undefined, transcribe: undefined };

function openHarness(...args: ConstructorParameters<typeof SessionHarness>): SessionHarness {
  const [settings, ports] = args;
  return new SessionHarness(settings, { ...TEXT_ONLY, ...ports });
}

/** A session with a message and a response, up to the request to the model. */
async function startResponse(...args: ConstructorParameters<typeof SessionHarness>): Promise<SessionHarness> {
  const harness = openHarness(...args);
  await harness.sendText('Hi');
  await harness.send({ type: 'response.create' });
  return harness;
}

async function play(harness: SessionHarness, parts: ReturnType<typeof textReply>): Promise<void> {
  const { onPart, finish } = harness.conversation;
  for (const part of parts) onPart(part);
  finish();
  await harness.take();
}

describe('the events of a response', () => {
  it.each([
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const)('is incomplete after %s', async (kind, reason) => {
    const harness = await startResponse();
    for (const part of [REPLY_START, textDelta('Half'), ...replyEnd(kind)]) harness.conversation.onPart(part);
    harness.conversation.finish();
    expect((await harness.take()).at(-1)).toMatchObject({
      type: 'response.done',
      response: {
        status: 'incomplete',
        status_details: { type: 'incomplete', reason },
        output: [{ status: 'incomplete', content: [{ text: 'Half' }] }],
      },
    });
  });

  it('is reported as running from its start to its end, also out of band', async () => {
    const harness = openHarness();
    expect(harness.session.isResponding).toBe(false);
    await harness.sendText('Hi');
    await harness.send({ type: 'response.create', response: { conversation: 'none' } });
    expect(harness.session.isResponding).toBe(true);
    await play(harness, textReply('Hello.'));
    expect(harness.session.isResponding).toBe(false);
    await harness.send({ type: 'response.create' });
    expect(harness.session.isResponding).toBe(true);
    await harness.send({ type: 'response.cancel' });
    expect(harness.session.isResponding).toBe(false);
  });

  it('marks a call with truncated arguments as incomplete, and omits it from later requests', async () => {
    const harness = await startResponse();
    const { onPart, finish } = harness.conversation;
    for (const part of [REPLY_START, ...callParts(0, 'pay', '{"sum": 10'), ...replyEnd('length')])
      onPart(part);
    finish();
    expect((await harness.take()).at(-1)).toMatchObject({ response: { output: [{ status: 'incomplete' }] } });
    await harness.send({ type: 'response.create' });
    expect(harness.conversation.request.messages).toHaveLength(1);
  });

  it('reports a failing upstream as an error and a failed response', async () => {
    const harness = await startResponse();
    harness.conversation.onPart(REPLY_START);
    harness.conversation.onPart(textDelta('Hal'));
    harness.conversation.fail(new GatewayError('upstream-timeout', 'Too slow.'));
    const events = (await harness.take()).slice(4);
    expect(events.map(({ type }) => type)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'error',
      'response.done',
    ]);
    const error = { type: 'server_error', code: 'upstream-timeout', message: 'Too slow.' };
    expect(events[4]).toMatchObject({ error: { ...error, param: null, event_id: null } });
    expect(events[5]).toMatchObject({
      response: { status: 'failed', status_details: { type: 'failed', error }, usage: null },
    });
  });

  it('reports a limit of the client only in the response', async () => {
    const harness = await startResponse();
    harness.conversation.fail(new GatewayError('rate-limited', 'Slow down.'));
    expect(await harness.takeTypes()).toEqual(['response.done']);
  });

  it('does not reveal internal errors', async () => {
    const harness = await startResponse();
    harness.conversation.fail(new TypeError('secret'));
    const done = JSON.stringify(await harness.take());
    expect(done).toContain('internal-error');
    expect(done).not.toContain('secret');
    expect(harness.unexpected).toEqual([new TypeError('secret')]);
  });

  it('does not take a truncated response for a complete one', async () => {
    const harness = await startResponse();
    for (const part of [REPLY_START, textDelta('Well')]) harness.conversation.onPart(part);
    harness.conversation.finish();
    expect((await harness.take()).at(-1)).toMatchObject({ response: { status: 'failed' } });
  });

  it('rejects a second concurrent response', async () => {
    const harness = await startResponse();
    expect(await harness.send({ type: 'response.create', event_id: 'mine' })).toMatchObject([
      { type: 'error', error: { code: 'conversation_already_has_active_response', event_id: 'mine' } },
    ]);
    await play(harness, textReply('Done'));
    expect(await harness.send({ type: 'response.create' })).toMatchObject([{ type: 'response.created' }]);
  });

  it('is cancelled at once, together with the model request', async () => {
    const harness = await startResponse();
    const { onPart, signal, finish } = harness.conversation;
    onPart(REPLY_START);
    onPart(textDelta('Never'));
    await harness.take();
    harness.session.receive({ type: 'response.cancel' });
    expect(signal.aborted).toBe(true);
    onPart(textDelta(' mind'));
    finish();
    const events = await harness.take();
    expect(events.map(({ type }) => type)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'cancelled',
        status_details: { type: 'cancelled', reason: 'client_cancelled' },
        output: [{ status: 'incomplete', content: [{ text: 'Never' }] }],
      },
    });
  });

  it.each([[undefined], ['resp_77']])('rejects a cancellation without a response (%s)', async (id) => {
    const harness = openHarness();
    expect(await harness.send({ type: 'response.cancel', response_id: id })).toMatchObject([
      { error: { code: 'response_cancel_not_active', param: id === undefined ? null : 'response_id' } },
    ]);
  });

  it('can be out of band, with its own input', async () => {
    const harness = await startResponse();
    const events = await harness.send({
      type: 'response.create',
      response: {
        conversation: 'none',
        instructions: 'Classify.',
        max_output_tokens: 7,
        input: [
          { type: 'item_reference', id: 'item_1' },
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Topic?' }] },
        ],
      },
    });
    expect(events).toMatchObject([
      { type: 'response.created', response: { id: 'resp_2', conversation_id: null } },
    ]);
    expect(harness.conversation.request).toEqual({
      model: 'chat-model',
      isStreamed: true,
      maxOutputTokens: 7,
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Classify.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'user', content: [{ type: 'text', text: 'Topic?' }] },
      ],
    });
    const { onPart, finish } = harness.conversation;
    for (const part of textReply('Greeting')) onPart(part);
    finish();
    const types = await harness.takeTypes();
    expect(types).not.toContain('conversation.item.added');
    expect(types).not.toContain('conversation.item.done');
    expect(types.at(-1)).toBe('response.done');
    expect(harness.conversations[0]?.signal.aborted).toBe(false);
  });

  it('limits the responses out of band', async () => {
    const harness = openHarness({ limits: { maxParallelResponses: 1 } });
    const apart: ClientEvent = { type: 'response.create', response: { conversation: 'none', input: [] } };
    expect(await harness.send(apart, apart)).toMatchObject([
      { type: 'response.created' },
      { type: 'error', error: { param: 'response.conversation' } },
    ]);
    await harness.send({ type: 'response.cancel', response_id: 'resp_1' });
    expect(harness.conversation.signal.aborted).toBe(true);
    expect(await harness.send(apart)).toMatchObject([{ type: 'response.created' }]);
  });

  it('applies the settings of a response only to it', async () => {
    const tool = { type: 'function', name: 'look' } as const;
    const harness = openHarness({
      session: { instructions: 'Usual.', tools: [tool], reasoning: { effort: 'low' }, temperature: 0.7 },
      limits: { maxResponseTokens: 50 },
    });
    await harness.send({
      type: 'response.create',
      response: {
        instructions: 'Special.',
        tool_choice: { type: 'function', name: 'look' },
        max_output_tokens: 99,
      },
    });
    expect(harness.conversation.request).toMatchObject({
      messages: [{ role: 'system', content: [{ text: 'Special.' }] }],
      toolChoice: { type: 'tool', name: 'look' },
      maxOutputTokens: 50,
      reasoning: { effort: 'low' },
      temperature: 0.7,
    });
    await play(harness, textReply('Ok'));
    await harness.send({ type: 'response.create', response: { tools: [] } });
    expect(harness.conversation.request).not.toHaveProperty('tools');
    expect(harness.conversation.request.messages[0]).toMatchObject({ content: [{ text: 'Usual.' }] });
  });

  it('rejects audio without a speech model', async () => {
    const harness = openHarness();
    const audio = { output_modalities: ['audio' as const] };
    const events = await harness.send(
      { type: 'session.update', session: audio },
      { type: 'response.create', response: audio },
      { type: 'input_audio_buffer.append', audio: 'AAAA' },
    );
    expect(events.map(({ error }) => error)).toMatchObject([
      { param: 'session.output_modalities', message: expect.stringContaining('speech model') },
      { param: 'response.output_modalities', message: expect.stringContaining('speech model') },
      { param: 'audio', message: expect.stringContaining('transcription model') },
    ]);
    expect(harness.session.session.output_modalities).toEqual(['text']);
  });

  it('ends without an event when the session is closed', async () => {
    const harness = await startResponse();
    harness.session.close();
    expect(harness.conversation.signal.aborted).toBe(true);
    harness.conversation.onPart(textDelta('x'));
    harness.conversation.fail(new Error('aborted'));
    expect(await harness.send({ type: 'response.create' })).toEqual([]);
    expect(harness.unexpected).toEqual([]);
  });

  it('has the usage of the model', async () => {
    const harness = await startResponse();
    const { onPart, finish } = harness.conversation;
    onPart({ ...REPLY_START, usage: { inputTokens: 1, outputTokens: 0 } } as typeof REPLY_START);
    for (const part of replyEnd()) onPart(part);
    finish();
    expect((await harness.take()).at(-1)).toMatchObject({
      response: { output: [], usage: { total_tokens: USAGE.inputTokens + USAGE.outputTokens } },
    });
  });
});
