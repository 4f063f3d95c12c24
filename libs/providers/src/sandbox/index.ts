import { openAiStyleChat } from '../openai-compatible/index.js';
import { type Provider } from '../provider.js';
import { sandboxTransport } from './transport.js';

/**
 * An upstream inside this process: deterministic, free of charge, nothing leaves the machine. It speaks
 * the OpenAI format in bytes, so that everything between it and the client is the real thing.
 */
export const sandbox: Provider = {
  chat: openAiStyleChat({ speaks: ['openai-chat'], base: () => 'http://sandbox.invalid/v1' }),
  transport: sandboxTransport,
};
