import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { OpenAIRealtimeWS as BetaRealtime } from 'openai/beta/realtime/ws';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

const client = () => new OpenAI({ apiKey: 'sk-upstream-1', baseURL: upstream.url });

/** The client insists on TLS, but not on who makes the connection. */
const plainText = () => ({
  createConnection: () => connect(Number(new URL(upstream.origin).port), '127.0.0.1'),
});

describe('the official realtime client', () => {
  it('holds a conversation', async () => {
    const realtime = new OpenAIRealtimeWS({ model: 'gpt-realtime', options: plainText() }, client());
    const errors: unknown[] = [];
    realtime.on('error', (error) => errors.push(error));
    let text = '';
    realtime.on('response.output_text.delta', ({ delta }) => (text += delta));
    const done = new Promise((resolve) => {
      realtime.on('response.done', ({ response }) => resolve(response.usage?.output_tokens));
    });
    await once(realtime.socket, 'open');
    realtime.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } });
    realtime.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one two' }] },
    });
    realtime.send({ type: 'response.create' });
    expect(await done).toBe(2);
    expect([text, errors]).toEqual(['one two', []]);
    realtime.close({ code: 1000, reason: 'done' });
    const connection = await upstream.realtime.waitForConnection(0);
    expect(await connection.closed).toEqual({ code: 1000, reason: 'done' });
  });

  it('holds one in the first version', async () => {
    const realtime = new BetaRealtime({ model: 'gpt-4o-realtime-preview', options: plainText() }, client());
    const errors: unknown[] = [];
    realtime.on('error', (error) => errors.push(error));
    const transcript = new Promise((resolve) => {
      realtime.on('response.audio_transcript.done', (event) => resolve(event.transcript));
    });
    await once(realtime.socket, 'open');
    realtime.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'one two' }] },
    });
    realtime.send({ type: 'response.create' });
    expect(await transcript).toBe('one two');
    expect(errors).toEqual([]);
    realtime.close();
    expect(upstream.realtime.connections[0]?.dialect).toBe('beta');
  });
});
