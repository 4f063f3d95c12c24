import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import { TEST_TOKEN } from '../harness/index.js';
import { failing } from './behaviour.js';
import { ManualClock } from './clock.js';
import { Stage } from './stage.js';

const ACCOUNTS = ['north', 'east', 'south', 'west'];
/** Longer than any first ejection, with its jitter. */
const EJECTED_SECONDS = 40;

describe('a conversation', () => {
  let stage: Stage;
  let clock: ManualClock;

  beforeAll(async () => {
    stage = await Stage.open({
      channels: Object.fromEntries(ACCOUNTS.map((name) => [name, { models: ['m'] }])),
    });
    clock = new ManualClock();
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
  });

  it('stays with the account it began with, while conversations are spread over all', async () => {
    const client = new Anthropic({ baseURL: stage.gateway.origin, apiKey: TEST_TOKEN, maxRetries: 0 });
    const seen = new Set<string | null>();
    for (let number = 0; number < 24; number += 1) {
      const messages: Anthropic.MessageParam[] = [{ role: 'user', content: `Conversation ${number}` }];
      const channels: (string | null)[] = [];
      for (const turn of ['And then?', 'And after that?']) {
        const { data, response } = await client.messages
          .create({ model: 'm', max_tokens: 100, messages })
          .withResponse();
        channels.push(response.headers.get('x-modelgate-channel'));
        messages.push({ role: 'assistant', content: data.content }, { role: 'user', content: turn });
      }
      expect(new Set(channels).size).toBe(1);
      seen.add(channels[0] ?? null);
    }
    expect(seen.size).toBe(ACCOUNTS.length);
  });

  it('leaves its account only while that is failing', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Where do I live?' }];
    const takeTurns = async (count: number): Promise<(string | undefined)[]> => {
      const channels: (string | undefined)[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        const { status, channel, text } = await stage.ask({ model: 'm', messages });
        expect(status).toBe(200);
        channels.push(channel);
        messages.push({ role: 'assistant', content: text }, { role: 'user', content: `And turn ${turn}?` });
      }
      return channels;
    };

    const [home] = await takeTurns(1);
    expect(await takeTurns(4)).toEqual(Array(4).fill(home));

    stage.upstream(String(home)).restart(failing(500));
    const [refuge, ...others] = await takeTurns(8);
    expect(refuge).not.toBe(home);
    expect(others).toEqual(Array(7).fill(refuge));
    expect(stage.upstream(String(home)).received).toHaveLength(5);

    stage.upstream(String(home)).restart();
    expect(await takeTurns(2)).toEqual(Array(2).fill(refuge));
    clock.pass(EJECTED_SECONDS);
    expect(await takeTurns(4)).toEqual(Array(4).fill(home));
  });
});
