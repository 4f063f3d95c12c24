import { afterAll, beforeAll } from '@jest/globals';
import { describeSpeech } from './speech.cases.js';
import { describeFaults } from './speech-faults.cases.js';
import { type SpeechHarness, startSpeechHarness } from './harness.js';

let harness: SpeechHarness;

beforeAll(async () => {
  harness = await startSpeechHarness();
});

afterAll(() => harness.stop());

describeSpeech(() => harness);
describeFaults(() => harness);
