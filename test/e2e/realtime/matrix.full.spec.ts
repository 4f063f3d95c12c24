import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ResultsTable } from '../translation/results-table.js';
import { CLIENTS, type ClientName, RealtimeHarness, SERVERS, type ServerName } from './realtime-harness.js';
import { aside } from './scenarios/outside-conversation.js';
import { audioTurn } from './scenarios/audio-turn.js';
import { pushToTalk, telephone } from './scenarios/audio.js';
import { bargeIn, cancelling } from './scenarios/cancelling.js';
import { refusals, unknownEvents } from './scenarios/errors.js';
import { functionCall } from './scenarios/function-call.js';
import { retrievingAndDeleting, truncating } from './scenarios/items.js';
import { type Scenario } from './scenarios/scenario.js';
import { settings } from './scenarios/settings.js';
import { textTurn } from './scenarios/text-turn.js';

const SCENARIOS = {
  text: textTurn,
  audio: audioTurn,
  function: functionCall,
  cancel: cancelling,
  'barge-in': bargeIn,
  truncate: truncating,
  items: retrievingAndDeleting,
  refusal: refusals,
  unknown: unknownEvents,
  settings,
  telephone,
  push: pushToTalk,
  aside,
} as const satisfies Record<string, Scenario>;

type ScenarioName = keyof typeof SCENARIOS;

const SCENARIO_NAMES = Object.keys(SCENARIOS) as ScenarioName[];
const SERVER_NAMES = Object.keys(SERVERS) as ServerName[];
const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/** They differ from the other two clients of OpenAI only in how they connect, so some scenarios are enough. */
const BROWSERS: readonly ClientName[] = ['openai browser, ek_', 'openai browser, beta, ek_'];

/** The AI SDK can send only its own commands. */
const hasFreeWords = (client: ClientName): boolean => client !== 'vercel ai sdk';

function scenariosFor(client: ClientName, server: ServerName): ScenarioName[] {
  return SCENARIO_NAMES.filter((name, index) => {
    const { isSpoken, needsFreeWords }: Scenario = SCENARIOS[name];
    const able = SERVER_NAMES.filter((each) => isSpoken !== true || SERVERS[each].canSpeak);
    if (needsFreeWords === true && !hasFreeWords(client)) return false;
    if (!BROWSERS.includes(client)) return able.includes(server);
    // Each scenario with one of the servers, and each server with some of the scenarios.
    return able[(index + CLIENT_NAMES.indexOf(client)) % able.length] === server;
  });
}

const table = new ResultsTable(SCENARIO_NAMES);
let harness: RealtimeHarness;

beforeAll(async () => {
  harness = await RealtimeHarness.start();
});

afterEach(() => harness.closeSessions());

afterAll(async () => {
  await harness.stop();
  process.stdout.write(`\nWhich client can do what with which realtime server:\n\n${String(table)}\n\n`);
});

describe.each(CLIENT_NAMES)('%s', (client) => {
  describe.each(SERVER_NAMES.filter((name) => scenariosFor(client, name).length > 0))(
    'with %s',
    (serverName) => {
      const server = SERVERS[serverName];

      it.each(scenariosFor(client, serverName))('%s', async (name) => {
        await table.record(`${client} | ${serverName}`, name, async () => {
          const talker = await harness.connect(client, server);
          await SCENARIOS[name].play({ harness, server, talker });
          expect(talker.log.closing).toBeUndefined();
        });
      });
    },
  );
});
