import { expect } from '@jest/globals';
import { type FunctionTool } from '../clients/client-commands.js';
import { type Scenario, exchange, respond, textIn, writeOnly } from './scenario.js';

const WEATHER: FunctionTool = {
  name: 'get_weather',
  description: 'The weather in a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};
const FOR_SANDBOX = 'Look outside. [[tool=get_weather {"city":"Oslo"}]]';

/** The model calls a function, the client sends its result, and the model reads it. */
export const functionCall: Scenario = {
  play: async ({ talker, harness, server }) => {
    const { say, log } = talker;
    await writeOnly(talker);
    const from = log.events.length;
    say.configure({ tools: [WEATHER] });
    const { session } = await log.next('session.updated', from);
    expect(session).toMatchObject({ tools: [{ type: 'function', ...WEATHER }] });
    if (server.kind !== 'sandbox') harness.upstream.scenario('tool');
    try {
      say.write(server.kind === 'sandbox' ? FOR_SANDBOX : 'What is the weather in Oslo?');
      const { output } = await respond(talker);
      const [call] = output as { call_id: string }[];
      expect(output).toMatchObject([
        { type: 'function_call', status: 'completed', name: 'get_weather', call_id: expect.any(String) },
      ]);
      const callId = String(call?.call_id);
      const [done] = log.all('response.function_call_arguments.done', from);
      expect(done).toMatchObject({ call_id: callId });
      expect(JSON.parse(String(done?.['arguments']))).toEqual({ city: 'Oslo' });
      const deltas = log.all('response.function_call_arguments.delta', from);
      expect(deltas.map(({ delta }) => delta).join('')).toBe(done?.['arguments']);
      say.giveResult(callId, 'It snows.');
      expect(textIn(await respond(talker))).toContain('It snows.');
    } finally {
      harness.upstream.scenario('text');
    }
    expect(await exchange(talker, 'Thank you.')).toContain('Thank you.');
  },
};
