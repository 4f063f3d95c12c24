import { describe, expect, it } from '@jest/globals';
import { callParts, replyEnd, REPLY_START, textDelta, textReply } from './__fixtures__/replies.js';
import { SessionHarness } from './__fixtures__/session-harness.js';

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

describe('a session in text', () => {
  it('starts with the whole session', async () => {
    const harness = openHarness({ expiresAtSeconds: 99, session: { instructions: 'Be brief.' } });
    harness.session.open();
    expect(await harness.take()).toEqual([
      {
        type: 'session.created',
        event_id: 'event_1',
        session: {
          type: 'realtime',
          object: 'realtime.session',
          id: 'sess_1',
          model: 'chat-model',
          output_modalities: ['text'],
          instructions: 'Be brief.',
          tools: [],
          tool_choice: 'auto',
          max_output_tokens: 'inf',
          tracing: null,
          truncation: 'auto',
          prompt: null,
          include: null,
          expires_at: 99,
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: null,
              noise_reduction: null,
              turn_detection: null,
            },
            output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'alloy', speed: 1 },
          },
        },
      },
    ]);
  });

  it('responds to session.update with the whole updated session', async () => {
    const harness = openHarness();
    const [updated] = await harness.send({
      type: 'session.update',
      session: { type: 'realtime', instructions: 'Sing.', audio: { output: { speed: 1.2 } } },
    });
    expect(updated).toMatchObject({
      type: 'session.updated',
      session: { instructions: 'Sing.', audio: { output: { voice: 'alloy', speed: 1.2 } } },
    });
  });

  it('sends the events of a text response in order', async () => {
    const harness = openHarness(
      {},
      { rateLimits: () => [{ name: 'requests', limit: 9, remaining: 8, reset_seconds: 1 }] },
    );
    await harness.sendText('Hi');
    harness.session.receive({ type: 'response.create', response: { metadata: { a: 'b' } } });
    await harness
      .take()
      .then((events) => expect(events.map(({ type }) => type)).toEqual(['response.created']));
    const { request, onPart, finish } = harness.conversation;
    for (const part of textReply('Hel', 'lo')) onPart(part);
    finish();

    const head = { id: 'item_2', object: 'realtime.item', type: 'message', role: 'assistant' };
    const place = { response_id: 'resp_1', item_id: 'item_2', output_index: 0, content_index: 0 };
    const whole = { ...head, status: 'completed', content: [{ type: 'output_text', text: 'Hello' }] };
    const empty = { ...head, status: 'in_progress', content: [] };
    expect((await harness.take()).map(({ event_id: _eventId, ...event }) => event)).toEqual([
      { type: 'response.output_item.added', response_id: 'resp_1', output_index: 0, item: empty },
      { type: 'conversation.item.added', previous_item_id: 'item_1', item: empty },
      { type: 'response.content_part.added', ...place, part: { type: 'text', text: '' } },
      { type: 'response.output_text.delta', ...place, delta: 'Hel' },
      { type: 'response.output_text.delta', ...place, delta: 'lo' },
      { type: 'response.output_text.done', ...place, text: 'Hello' },
      { type: 'response.content_part.done', ...place, part: { type: 'text', text: 'Hello' } },
      { type: 'conversation.item.done', previous_item_id: 'item_1', item: whole },
      { type: 'response.output_item.done', response_id: 'resp_1', output_index: 0, item: whole },
      {
        type: 'response.done',
        response: {
          object: 'realtime.response',
          id: 'resp_1',
          status: 'completed',
          status_details: null,
          output: [whole],
          conversation_id: 'conv_1',
          output_modalities: ['text'],
          max_output_tokens: 'inf',
          audio: { output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'alloy' } },
          usage: {
            total_tokens: 17,
            input_tokens: 12,
            output_tokens: 5,
            input_token_details: {
              text_tokens: 12,
              audio_tokens: 0,
              image_tokens: 0,
              cached_tokens: 2,
              cached_tokens_details: { text_tokens: 2, audio_tokens: 0, image_tokens: 0 },
            },
            output_token_details: { text_tokens: 5, audio_tokens: 0 },
          },
          metadata: { a: 'b' },
        },
      },
      {
        type: 'rate_limits.updated',
        rate_limits: [{ name: 'requests', limit: 9, remaining: 8, reset_seconds: 1 }],
      },
    ]);
    expect(request).toEqual({
      model: 'chat-model',
      isStreamed: true,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  it('forwards each delta as it arrives', async () => {
    const harness = await startResponse();
    harness.conversation.onPart(REPLY_START);
    harness.conversation.onPart(textDelta('One'));
    expect((await harness.takeTypes()).at(-1)).toBe('response.output_text.delta');
  });

  it('sends a function call and reads its result', async () => {
    const harness = await startResponse({
      session: { tools: [{ type: 'function', name: 'weather', parameters: { type: 'object' } }] },
    });
    const { request, onPart, finish } = harness.conversation;
    expect(request.tools).toEqual([{ name: 'weather', parameters: { type: 'object' } }]);
    for (const part of [REPLY_START, textDelta('Wait.'), ...callParts(1, 'weather', '{"city"', ':"Bern"}')]) {
      onPart(part);
    }
    for (const part of replyEnd('tool-calls')) onPart(part);
    finish();
    const events = (await harness.take()).slice(6);
    expect(events.map(({ type }) => type)).toEqual([
      'conversation.item.done',
      'response.output_item.done',
      'response.output_item.added',
      'conversation.item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events[6]).toEqual({
      type: 'response.function_call_arguments.done',
      event_id: expect.any(String),
      response_id: 'resp_1',
      item_id: 'item_3',
      output_index: 1,
      call_id: 'call_1',
      name: 'weather',
      arguments: '{"city":"Bern"}',
    });

    const answered = await harness.send(
      {
        type: 'conversation.item.create',
        item: { type: 'function_call_output', call_id: 'call_1', output: '12 °C' },
      },
      { type: 'response.create' },
    );
    expect(answered.map(({ type }) => type)).toEqual([
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
    ]);
    expect(harness.conversation.request.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Wait.' },
          { type: 'tool-call', id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
        ],
      },
      {
        role: 'tool',
        results: [
          { callId: 'call_1', name: 'weather', content: [{ type: 'text', text: '12 °C' }], isError: false },
        ],
      },
    ]);
  });
});
