import { describe, expect, it } from '@jest/globals';
import { type Conversation, type Happening, SILENCE, conversationAfter } from './conversation.js';
import { type ServerEvent, parseServerEvent } from './server-event.js';

function received(...events: ServerEvent[]): Conversation {
  return after(...events.map((event): Happening => ({ kind: 'event', event, atMs: 0 })));
}

function after(...happenings: Happening[]): Conversation {
  return happenings.reduce(conversationAfter, SILENCE);
}

const typed: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'u1', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
};
const spoken: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'u1', type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] },
};
const reply: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'm1', type: 'message', role: 'assistant', content: [] },
};
function word(delta: string): ServerEvent {
  return { type: 'response.output_audio_transcript.delta', item_id: 'm1', delta };
}

describe('conversationAfter', () => {
  it('adds typed text at once and appends to the response', () => {
    const { lines, answering } = received(
      typed,
      { type: 'response.created' },
      reply,
      word('Good '),
      word('day'),
    );
    expect(lines).toEqual([
      { id: 'u1', speaker: 'you', text: 'Hello', state: 'whole' },
      { id: 'm1', speaker: 'model', text: 'Good day', state: 'growing' },
    ]);
    expect(answering).toBe(true);
  });

  it('replaces the text of a completed response by its final text, and counts tokens', () => {
    const { lines, answering, tokens } = received(
      reply,
      word('Good'),
      {
        type: 'conversation.item.done',
        item: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_audio', transcript: 'Good day.' }],
        },
      },
      {
        type: 'response.done',
        response: { status: 'completed', usage: { input_tokens: 9, output_tokens: 4 } },
      },
    );
    expect(lines).toEqual([{ id: 'm1', speaker: 'model', text: 'Good day.', state: 'whole' }]);
    expect(answering).toBe(false);
    expect(tokens).toEqual({ input: 9, output: 4 });
  });

  it('marks a cancelled response as interrupted', () => {
    const { lines } = received(reply, word('Good'), {
      type: 'response.done',
      response: { status: 'cancelled' },
    });
    expect(lines).toEqual([{ id: 'm1', speaker: 'model', text: 'Good', state: 'cut' }]);
  });

  it('marks a response as interrupted if its audio was not played to the end', () => {
    const truncated = { type: 'conversation.item.truncated', item_id: 'm1' } as const;
    expect(received(reply, word('Good day'), truncated).lines[0]?.state).toBe('cut');
  });

  it('adds the transcript of spoken input', () => {
    const { lines } = received(
      spoken,
      { type: 'conversation.item.input_audio_transcription.delta', item_id: 'u1', delta: 'Hi' },
      {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'u1',
        transcript: 'Hi there',
      },
    );
    expect(lines).toEqual([{ id: 'u1', speaker: 'you', text: 'Hi there', state: 'whole' }]);
  });

  it('marks spoken input that could not be transcribed', () => {
    const failed = { type: 'conversation.item.input_audio_transcription.failed', item_id: 'u1' } as const;
    expect(received(spoken, failed).lines[0]?.state).toBe('unheard');
  });

  it('measures the time from the message to the first word', () => {
    const { firstWordMs } = after(
      { kind: 'asked', atMs: 100 },
      { kind: 'event', event: reply, atMs: 150 },
      { kind: 'event', event: word('Good'), atMs: 350 },
      { kind: 'event', event: word(' day'), atMs: 900 },
    );
    expect(firstWordMs).toBe(250);
  });

  it('has the error of a response until the next message', () => {
    const failed = received({
      type: 'response.done',
      response: { status: 'failed', status_details: { error: { message: 'Too many requests.' } } },
    });
    expect(failed.trouble).toBe('Too many requests.');
    expect(conversationAfter(failed, { kind: 'asked', atMs: 0 }).trouble).toBeUndefined();
    expect(received({ type: 'error', error: { message: 'No such event.' } }).trouble).toBe('No such event.');
  });

  it('knows whether the user is speaking', () => {
    expect(received({ type: 'input_audio_buffer.speech_started' }).hearing).toBe(true);
    expect(
      received({ type: 'input_audio_buffer.speech_started' }, { type: 'input_audio_buffer.speech_stopped' })
        .hearing,
    ).toBe(false);
  });

  it('ignores unknown events', () => {
    const unknown = parseServerEvent('{"type":"rate_limits.updated"}');
    expect(unknown).toBeDefined();
    if (unknown !== undefined) expect(received(unknown)).toBe(SILENCE);
  });
});

describe('parseServerEvent', () => {
  it('returns undefined for anything that is not an event', () => {
    expect([
      parseServerEvent('{'),
      parseServerEvent('[]'),
      parseServerEvent('null'),
      parseServerEvent(new Blob()),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
