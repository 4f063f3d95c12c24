import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { USAGE, callParts, endOfReply, startOfReply, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionBench } from './__fixtures__/session-bench.js';
import { type ClientEvent } from './protocol/client-event.js';

const TEXT_ONLY = { speak: undefined, transcribe: undefined };

function openBench(...args: ConstructorParameters<typeof SessionBench>): SessionBench {
  const [settings, ports] = args;
  return new SessionBench(settings, { ...TEXT_ONLY, ...ports });
}

/** A message that was asked for, up to where the model is. */
async function askedBench(...args: ConstructorParameters<typeof SessionBench>): Promise<SessionBench> {
  const bench = openBench(...args);
  await bench.sendText('Hi');
  await bench.send({ type: 'response.create' });
  return bench;
}

async function play(bench: SessionBench, parts: ReturnType<typeof textReply>): Promise<void> {
  const { onPart, finish } = bench.conversation;
  for (const part of parts) onPart(part);
  finish();
  await bench.take();
}

describe('the course of a response', () => {
  it.each([
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const)('is incomplete after %s', async (kind, reason) => {
    const bench = await askedBench();
    for (const part of [startOfReply, textDelta('Half'), ...endOfReply(kind)])
      bench.conversation.onPart(part);
    bench.conversation.finish();
    expect((await bench.take()).at(-1)).toMatchObject({
      type: 'response.done',
      response: {
        status: 'incomplete',
        status_details: { type: 'incomplete', reason },
        output: [{ status: 'incomplete', content: [{ text: 'Half' }] }],
      },
    });
  });

  it('is known to run from its beginning to its end, also beside the conversation', async () => {
    const bench = openBench();
    expect(bench.session.isResponding).toBe(false);
    await bench.sendText('Hi');
    await bench.send({ type: 'response.create', response: { conversation: 'none' } });
    expect(bench.session.isResponding).toBe(true);
    await play(bench, textReply('Hello.'));
    expect(bench.session.isResponding).toBe(false);
    await bench.send({ type: 'response.create' });
    expect(bench.session.isResponding).toBe(true);
    await bench.send({ type: 'response.cancel' });
    expect(bench.session.isResponding).toBe(false);
  });

  it('marks a call whose arguments were cut off, and never shows it to the model', async () => {
    const bench = await askedBench();
    const { onPart, finish } = bench.conversation;
    for (const part of [startOfReply, ...callParts(0, 'pay', '{"sum": 10'), ...endOfReply('length')])
      onPart(part);
    finish();
    expect((await bench.take()).at(-1)).toMatchObject({ response: { output: [{ status: 'incomplete' }] } });
    await bench.send({ type: 'response.create' });
    expect(bench.conversation.asked.messages).toHaveLength(1);
  });

  it('reports a failing upstream as an error and a failed response', async () => {
    const bench = await askedBench();
    bench.conversation.onPart(startOfReply);
    bench.conversation.onPart(textDelta('Hal'));
    bench.conversation.fail(new GatewayError('upstream-timeout', 'Too slow.'));
    const events = (await bench.take()).slice(4);
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

  it('reports a limit of the client with the response alone', async () => {
    const bench = await askedBench();
    bench.conversation.fail(new GatewayError('rate-limited', 'Slow down.'));
    expect(await bench.takeTypes()).toEqual(['response.done']);
  });

  it('keeps faults of its own to itself', async () => {
    const bench = await askedBench();
    bench.conversation.fail(new TypeError('secret'));
    const done = JSON.stringify(await bench.take());
    expect(done).toContain('internal-error');
    expect(done).not.toContain('secret');
    expect(bench.unexpected).toEqual([new TypeError('secret')]);
  });

  it('does not take an answer that broke off for a whole one', async () => {
    const bench = await askedBench();
    for (const part of [startOfReply, textDelta('Well')]) bench.conversation.onPart(part);
    bench.conversation.finish();
    expect((await bench.take()).at(-1)).toMatchObject({ response: { status: 'failed' } });
  });

  it('takes one response at a time, and says so', async () => {
    const bench = await askedBench();
    expect(await bench.send({ type: 'response.create', event_id: 'mine' })).toMatchObject([
      { type: 'error', error: { code: 'conversation_already_has_active_response', event_id: 'mine' } },
    ]);
    await play(bench, textReply('Done'));
    expect(await bench.send({ type: 'response.create' })).toMatchObject([{ type: 'response.created' }]);
  });

  it('stops at once when told to, and stops the model', async () => {
    const bench = await askedBench();
    const { onPart, signal, finish } = bench.conversation;
    onPart(startOfReply);
    onPart(textDelta('Never'));
    await bench.take();
    bench.session.receive({ type: 'response.cancel' });
    expect(signal.aborted).toBe(true);
    onPart(textDelta(' mind'));
    finish();
    const events = await bench.take();
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

  it.each([[undefined], ['resp_77']])('has nothing to cancel (%s)', async (id) => {
    const bench = openBench();
    expect(await bench.send({ type: 'response.cancel', response_id: id })).toMatchObject([
      { error: { code: 'response_cancel_not_active', param: id === undefined ? null : 'response_id' } },
    ]);
  });

  it('answers apart from the conversation, from input of its own', async () => {
    const bench = await askedBench();
    const events = await bench.send({
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
    expect(bench.conversation.asked).toEqual({
      model: 'chat-model',
      isStreamed: true,
      maxOutputTokens: 7,
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Classify.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'user', content: [{ type: 'text', text: 'Topic?' }] },
      ],
    });
    const { onPart, finish } = bench.conversation;
    for (const part of textReply('Greeting')) onPart(part);
    finish();
    const types = await bench.takeTypes();
    expect(types).not.toContain('conversation.item.added');
    expect(types).not.toContain('conversation.item.done');
    expect(types.at(-1)).toBe('response.done');
    expect(bench.conversations[0]?.signal.aborted).toBe(false);
  });

  it('runs only so many responses beside the conversation', async () => {
    const bench = openBench({ limits: { maxParallelResponses: 1 } });
    const apart: ClientEvent = { type: 'response.create', response: { conversation: 'none', input: [] } };
    expect(await bench.send(apart, apart)).toMatchObject([
      { type: 'response.created' },
      { type: 'error', error: { param: 'response.conversation' } },
    ]);
    await bench.send({ type: 'response.cancel', response_id: 'resp_1' });
    expect(bench.conversation.signal.aborted).toBe(true);
    expect(await bench.send(apart)).toMatchObject([{ type: 'response.created' }]);
  });

  it('uses the settings of a response for it alone', async () => {
    const tool = { type: 'function', name: 'look' } as const;
    const bench = openBench({
      session: { instructions: 'Usual.', tools: [tool], reasoning: { effort: 'low' }, temperature: 0.7 },
      limits: { maxResponseTokens: 50 },
    });
    await bench.send({
      type: 'response.create',
      response: {
        instructions: 'Special.',
        tool_choice: { type: 'function', name: 'look' },
        max_output_tokens: 99,
      },
    });
    expect(bench.conversation.asked).toMatchObject({
      messages: [{ role: 'system', content: [{ text: 'Special.' }] }],
      toolChoice: { type: 'tool', name: 'look' },
      maxOutputTokens: 50,
      reasoning: { effort: 'low' },
      temperature: 0.7,
    });
    await play(bench, textReply('Ok'));
    await bench.send({ type: 'response.create', response: { tools: [] } });
    expect(bench.conversation.asked).not.toHaveProperty('tools');
    expect(bench.conversation.asked.messages[0]).toMatchObject({ content: [{ text: 'Usual.' }] });
  });

  it('says that it cannot speak without a speech model', async () => {
    const bench = openBench();
    const audio = { output_modalities: ['audio' as const] };
    const events = await bench.send(
      { type: 'session.update', session: audio },
      { type: 'response.create', response: audio },
      { type: 'input_audio_buffer.append', audio: 'AAAA' },
    );
    expect(events.map(({ error }) => error)).toMatchObject([
      { param: 'session.output_modalities', message: expect.stringContaining('speech model') },
      { param: 'response.output_modalities', message: expect.stringContaining('speech model') },
      { param: 'audio', message: expect.stringContaining('transcription model') },
    ]);
    expect(bench.session.session.output_modalities).toEqual(['text']);
  });

  it('ends without a word when it is closed', async () => {
    const bench = await askedBench();
    bench.session.close();
    expect(bench.conversation.signal.aborted).toBe(true);
    bench.conversation.onPart(textDelta('x'));
    bench.conversation.fail(new Error('aborted'));
    expect(await bench.send({ type: 'response.create' })).toEqual([]);
    expect(bench.unexpected).toEqual([]);
  });

  it('counts what the model counts', async () => {
    const bench = await askedBench();
    const { onPart, finish } = bench.conversation;
    onPart({ ...startOfReply, usage: { inputTokens: 1, outputTokens: 0 } } as typeof startOfReply);
    for (const part of endOfReply()) onPart(part);
    finish();
    expect((await bench.take()).at(-1)).toMatchObject({
      response: { output: [], usage: { total_tokens: USAGE.inputTokens + USAGE.outputTokens } },
    });
  });
});
