import { expect } from '@jest/globals';
import { hum, splitChunks } from '../audio.js';
import { type ServerEvent } from '../clients/event-log.js';
import { type Talker } from '../clients/client-commands.js';
import { type Scenario, type Scene, exchange, getObject, speakWithSilence, writeOnly } from './scenario.js';
import { planSlowResponse } from './slow-response.js';

/** Far less than the seven seconds of the whole response, with reserve for a busy machine. */
const AT_ONCE_MS = 3_000;

/** Stops a response after its first part has arrived, and waits until it has ended everywhere. */
async function stopMidway(scene: Scene, stop: (talker: Talker) => void): Promise<Record<string, unknown>> {
  const { talker, server } = scene;
  const { say, log } = talker;
  const answer = planSlowResponse(scene);
  const from = log.events.length;
  say.write(answer.text);
  say.respond();
  await log.next(server.canSpeak ? 'response.output_audio.delta' : 'response.output_text.delta', from);
  stop(talker);
  const stoppedAtMs = performance.now();
  await answer.stopped();
  expect(performance.now() - stoppedAtMs).toBeLessThan(AT_ONCE_MS);
  const done = await log.next('response.done', from);
  expectNothingAfter(log.events, done);
  return getObject(done, 'response');
}

function expectNothingAfter(events: readonly ServerEvent[], done: ServerEvent): void {
  const { id } = done['response'] as { id: string };
  const later = events.slice(events.indexOf(done) + 1);
  expect(later.filter((event) => event['response_id'] === id)).toEqual([]);
}

async function begin({ talker, server }: Scene): Promise<void> {
  if (server.canSpeak) await speakWithSilence(talker, 300);
  else await writeOnly(talker);
}

/** The client cancels a response: no server continues it, and the conversation does continue. */
export const cancelling: Scenario = {
  play: async (scene) => {
    await begin(scene);
    const response = await stopMidway(scene, ({ say }) => say.cancel());
    expect(response).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'client_cancelled' },
      output: [{ status: 'incomplete' }],
    });
    expect(await exchange(scene.talker, 'Are you there?')).toContain('Are you there?');
  },
};

/** The user speaks while the response is playing. */
export const bargeIn: Scenario = {
  isSpoken: true,
  play: async (scene) => {
    await begin(scene);
    const response = await stopMidway(scene, ({ say }) => {
      for (const chunk of splitChunks(hum(400))) say.append(chunk);
    });
    expect(response).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'turn_detected' },
    });
  },
};
