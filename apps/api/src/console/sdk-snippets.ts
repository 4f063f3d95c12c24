import { type CodeLanguage } from './highlight-code.js';

interface Sdk {
  id: string;
  name: string;
  /** The wire format that the SDK uses. */
  format: 'openai-chat' | 'anthropic-messages' | 'gemini-generate-content';
  install?: string;
  /** Some SDKs expect a base URL with the version, others add the version themselves. */
  addressEndsIn: '/v1' | '';
  language: CodeLanguage;
  code(address: string, model: string): string;
}

export interface SdkSnippet {
  id: string;
  name: string;
  install: string | undefined;
  address: string;
  language: CodeLanguage;
  code: string;
}

const SDKS: readonly Sdk[] = [
  {
    id: 'openai-typescript',
    name: 'OpenAI TypeScript',
    format: 'openai-chat',
    install: 'npm install openai',
    addressEndsIn: '/v1',
    language: 'typescript',
    code: (address, model) => `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: ${quote.typescript(address)},
  apiKey: process.env.MODELGATE_TOKEN,
});

const completion = await client.chat.completions.create({
  model: ${quote.typescript(model)},
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(completion.choices[0].message.content);`,
  },
  {
    id: 'openai-python',
    name: 'OpenAI Python',
    format: 'openai-chat',
    install: 'pip install openai',
    addressEndsIn: '/v1',
    language: 'python',
    code: (address, model) => `import os
from openai import OpenAI

client = OpenAI(
    base_url=${quote.python(address)},
    api_key=os.environ["MODELGATE_TOKEN"],
)

completion = client.chat.completions.create(
    model=${quote.python(model)},
    messages=[{"role": "user", "content": "Hello!"}],
)
print(completion.choices[0].message.content)`,
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    format: 'anthropic-messages',
    install: 'npm install @anthropic-ai/sdk',
    addressEndsIn: '',
    language: 'typescript',
    code: (address, model) => `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({
  baseURL: ${quote.typescript(address)},
  apiKey: process.env.MODELGATE_TOKEN,
});

const message = await client.messages.create({
  model: ${quote.typescript(model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello!' }],
});
console.log(message.content);`,
  },
  {
    id: 'google',
    name: 'Google Gen AI',
    format: 'gemini-generate-content',
    install: 'npm install @google/genai',
    addressEndsIn: '',
    language: 'typescript',
    code: (address, model) => `import { GoogleGenAI } from '@google/genai';

const client = new GoogleGenAI({
  apiKey: process.env.MODELGATE_TOKEN,
  httpOptions: { baseUrl: ${quote.typescript(address)} },
});

const response = await client.models.generateContent({
  model: ${quote.typescript(model)},
  contents: 'Hello!',
});
console.log(response.text);`,
  },
  {
    id: 'vercel-ai-sdk',
    name: 'Vercel AI SDK',
    format: 'openai-chat',
    install: 'npm install ai @ai-sdk/openai-compatible',
    addressEndsIn: '/v1',
    language: 'typescript',
    code: (address, model) => `import { generateText } from 'ai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

const modelgate = createOpenAICompatible({
  name: 'modelgate',
  baseURL: ${quote.typescript(address)},
  apiKey: process.env.MODELGATE_TOKEN,
});

const { text } = await generateText({
  model: modelgate(${quote.typescript(model)}),
  prompt: 'Hello!',
});
console.log(text);`,
  },
  {
    id: 'curl',
    name: 'curl',
    format: 'openai-chat',
    addressEndsIn: '/v1',
    language: 'shell',
    code: (address, model) => `curl ${quote.shell(`${address}/chat/completions`)} \\
  -H "Authorization: Bearer $MODELGATE_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": ${quote.json(model)},
    "messages": [{ "role": "user", "content": "Hello!" }]
  }'`,
  },
];

/** The snippets of all SDKs whose wire format is served, with the model of the example. */
export function listSdkSnippets(publicUrl: string, formats: readonly string[], model: string): SdkSnippet[] {
  return SDKS.filter(({ format }) => formats.includes(format)).map((sdk) => {
    const { id, name, install, language } = sdk;
    const address = publicUrl + sdk.addressEndsIn;
    return { id, name, install, address, language, code: sdk.code(address, model) };
  });
}

/** Writes a text as a literal. The operator sets the URL and the model, which may contain quotes or `$(…)`. */
export const quote = {
  typescript: (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
  python: (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
  shell: (text: string): string =>
    /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`,
  /** For a JSON body in single quotes in a shell command. */
  json: (text: string): string => JSON.stringify(text).replaceAll("'", String.raw`'\''`),
} as const;
