import { afterAll, beforeAll } from '@jest/globals';
import { describeGemini } from './gemini-transcription.cases.js';
import { describeTranscription } from './transcription.cases.js';
import { describeFaults } from './transcription-faults.cases.js';
import { describeForms } from './transcription-forms.cases.js';
import { type TranscriptionHarness, startTranscriptionHarness } from './harness.js';

let harness: TranscriptionHarness;

beforeAll(async () => {
  harness = await startTranscriptionHarness();
});

afterAll(() => harness.stop());

describeTranscription(() => harness);
describeForms(() => harness);
describeGemini(() => harness);
describeFaults(() => harness);
