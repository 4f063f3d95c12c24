import { afterAll, beforeAll } from '@jest/globals';
import { describeChat } from './chat.cases.js';
import { describeSpeech } from './speech.cases.js';
import { describeTranscription } from './transcription.cases.js';
import { type TestGateway, startTestGateway } from '../../harness/index.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.stop());

describeChat(() => gateway);
describeSpeech(() => gateway);
describeTranscription(() => gateway);
