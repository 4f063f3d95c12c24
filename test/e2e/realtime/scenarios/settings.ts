import { expect } from '@jest/globals';
import { type Scenario, type Scene, exchange, getObject } from './scenario.js';

const INSTRUCTIONS = 'Answer like a lighthouse keeper.';

/** The settings of the client are in the session, and the model receives them. */
export const settings: Scenario = {
  play: async (scene) => {
    const { talker, server } = scene;
    const { say, log } = talker;
    const from = log.events.length;
    say.configure({ instructions: INSTRUCTIONS, isTextOnly: true });
    const { session } = await log.next('session.updated', from);
    const modalities = log.dialect === 'beta' ? { modalities: ['text'] } : { output_modalities: ['text'] };
    expect(session).toMatchObject({ instructions: INSTRUCTIONS, model: server.model, ...modalities });
    expect(await exchange(talker, 'one two')).toContain('one two');
    expect(log.all('response.output_audio.delta', from)).toEqual([]);
    if (server.kind !== 'sandbox') expect(getSentBody(scene)).toContain(INSTRUCTIONS);
    if (!server.canSpeak) await expectNoVoice(scene);
  },
};

/** The body that the upstream received for the last response. */
function getSentBody({ harness, server }: Scene): string {
  const { received, realtime } = harness.upstream;
  if (server.kind === 'chat') return received.at(-1)?.rawBody.toString() ?? '';
  const updates = realtime.connections.at(-1)?.events.filter(({ type }) => type === 'session.update');
  return updates?.map(({ raw }) => raw).join('\n') ?? '';
}

/** A server without a voice reports this, and continues in text. */
async function expectNoVoice({ talker: { say, log } }: Scene): Promise<void> {
  const from = log.events.length;
  say.configure({ isTextOnly: false });
  const error = getObject(await log.next('error', from), 'error');
  expect(error).toMatchObject({
    type: 'invalid_request_error',
    message: expect.stringMatching(/audio|speech/),
  });
}
