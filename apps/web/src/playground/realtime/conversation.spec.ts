import { describe, expect, it } from '@jest/globals';
import {
  type Conversation,
  type ConversationAction,
  EMPTY_CONVERSATION,
  reduceConversation,
} from './conversation.js';
import { type ServerEvent, parseServerEvent } from './server-event.js';

function applyEvents(...events: ServerEvent[]): Conversation {
  return applyActions(...events.map((event): ConversationAction => ({ kind: 'event', event, atMs: 0 })));
}

function applyActions(...actions: ConversationAction[]): Conversation {
  return actions.reduce(reduceConversation, EMPTY_CONVERSATION);
}

const typedMessage: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'u1', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
};
const spokenMessage: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'u1', type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: null }] },
};
const responseItem: ServerEvent = {
  type: 'conversation.item.added',
  item: { id: 'm1', type: 'message', role: 'assistant', content: [] },
};
function transcriptDelta(delta: string): ServerEvent {
  return { type: 'response.output_audio_transcript.delta', item_id: 'm1', delta };
}

describe('reduceConversation', () => {
  it('adds typed text at once and appends to the response', () => {
    const { lines, isResponding } = applyEvents(
      typedMessage,
      { type: 'response.created' },
      responseItem,
      transcriptDelta('Good '),
      transcriptDelta('day'),
    );
    expect(lines).toEqual([
      { id: 'u1', speaker: 'you', text: 'Hello', state: 'complete' },
      { id: 'm1', speaker: 'model', text: 'Good day', state: 'partial' },
    ]);
    expect(isResponding).toBe(true);
  });

  it('replaces the text of a completed response by its final text, and counts tokens', () => {
    const { lines, isResponding, tokens } = applyEvents(
      responseItem,
      transcriptDelta('Good'),
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
    expect(lines).toEqual([{ id: 'm1', speaker: 'model', text: 'Good day.', state: 'complete' }]);
    expect(isResponding).toBe(false);
    expect(tokens).toEqual({ input: 9, output: 4 });
  });

  it('marks a cancelled response as interrupted', () => {
    const { lines } = applyEvents(responseItem, transcriptDelta('Good'), {
      type: 'response.done',
      response: { status: 'cancelled' },
    });
    expect(lines).toEqual([{ id: 'm1', speaker: 'model', text: 'Good', state: 'interrupted' }]);
  });

  it('marks a response as interrupted if its audio was not played to the end', () => {
    const truncated = { type: 'conversation.item.truncated', item_id: 'm1' } as const;
    expect(applyEvents(responseItem, transcriptDelta('Good day'), truncated).lines[0]?.state).toBe(
      'interrupted',
    );
  });

  it('adds the transcript of spoken input', () => {
    const { lines } = applyEvents(
      spokenMessage,
      { type: 'conversation.item.input_audio_transcription.delta', item_id: 'u1', delta: 'Hi' },
      {
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'u1',
        transcript: 'Hi there',
      },
    );
    expect(lines).toEqual([{ id: 'u1', speaker: 'you', text: 'Hi there', state: 'complete' }]);
  });

  it('marks spoken input that could not be transcribed', () => {
    const failed = { type: 'conversation.item.input_audio_transcription.failed', item_id: 'u1' } as const;
    expect(applyEvents(spokenMessage, failed).lines[0]?.state).toBe('untranscribed');
  });

  it('measures the time from the message to the first word', () => {
    const { firstWordMs } = applyActions(
      { kind: 'messageSent', atMs: 100 },
      { kind: 'event', event: responseItem, atMs: 150 },
      { kind: 'event', event: transcriptDelta('Good'), atMs: 350 },
      { kind: 'event', event: transcriptDelta(' day'), atMs: 900 },
    );
    expect(firstWordMs).toBe(250);
  });

  it('has the error of a response until the next message', () => {
    const failed = applyEvents({
      type: 'response.done',
      response: { status: 'failed', status_details: { error: { message: 'Too many requests.' } } },
    });
    expect(failed.error).toBe('Too many requests.');
    expect(reduceConversation(failed, { kind: 'messageSent', atMs: 0 }).error).toBeUndefined();
    expect(applyEvents({ type: 'error', error: { message: 'No such event.' } }).error).toBe('No such event.');
  });

  it('tracks whether the user is speaking', () => {
    expect(applyEvents({ type: 'input_audio_buffer.speech_started' }).isUserSpeaking).toBe(true);
    expect(
      applyEvents(
        { type: 'input_audio_buffer.speech_started' },
        { type: 'input_audio_buffer.speech_stopped' },
      ).isUserSpeaking,
    ).toBe(false);
  });

  it('ignores unknown events', () => {
    const unknown = parseServerEvent('{"type":"rate_limits.updated"}');
    expect(unknown).toBeDefined();
    if (unknown !== undefined) expect(applyEvents(unknown)).toBe(EMPTY_CONVERSATION);
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
