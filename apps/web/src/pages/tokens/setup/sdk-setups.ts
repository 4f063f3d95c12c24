import { quote } from '../../../playground/view-code/quote.js';
import { type ClientSetup, type SetupBlock, type SetupValues, keyAs, lines } from './setup-values.js';

const PROMPT = 'Say hello.';

/** A minimal working program for each SDK. */
export const SDK_SETUPS: readonly ClientSetup[] = [
  { id: 'curl', label: 'curl', anchor: 'curl', build: buildCurl },
  { id: 'openai', label: 'OpenAI SDK', anchor: 'openai-sdk', build: buildOpenAi },
  { id: 'anthropic', label: 'Anthropic SDK', anchor: 'anthropic-sdk', build: buildAnthropic },
  { id: 'google', label: 'Google SDK', anchor: 'google-sdk', build: buildGoogle },
  { id: 'ai-sdk', label: 'Vercel AI SDK', anchor: 'ai-sdk', build: buildAiSdk },
];

function buildCurl(values: SetupValues): SetupBlock[] {
  const { gateway, key, model } = values;
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: PROMPT }] });
  const authorization = `Authorization: Bearer ${key ?? '$MODELGATE_TOKEN'}`;
  return [
    {
      title: 'Shell',
      code: lines(
        `curl ${quote.shell(`${gateway}/v1/chat/completions`)} \\`,
        `  -H "${authorization}" \\`,
        '  -H "Content-Type: application/json" \\',
        `  -d ${quote.shell(body)}`,
      ),
    },
  ];
}

function buildOpenAi(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  const python = lines(
    ...importsFor(values, 'from openai import OpenAI'),
    '',
    'client = OpenAI(',
    `    base_url=${quote.python(`${gateway}/v1`)},`,
    `    api_key=${keyAs.python(values)},`,
    ')',
    'completion = client.chat.completions.create(',
    `    model=${quote.python(model)},`,
    `    messages=[{"role": "user", "content": "${PROMPT}"}],`,
    ')',
    'print(completion.choices[0].message.content)',
  );
  const typescript = lines(
    "import OpenAI from 'openai';",
    '',
    'const client = new OpenAI({',
    `  baseURL: ${quote.typescript(`${gateway}/v1`)},`,
    `  apiKey: ${keyAs.typescript(values)},`,
    '});',
    'const completion = await client.chat.completions.create({',
    `  model: ${quote.typescript(model)},`,
    `  messages: [{ role: 'user', content: '${PROMPT}' }],`,
    '});',
    'console.log(completion.choices[0].message.content);',
  );
  return inBothLanguages({ python, pip: 'openai' }, { typescript, npm: 'openai' });
}

function buildAnthropic(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  const python = lines(
    ...importsFor(values, 'from anthropic import Anthropic'),
    '',
    'client = Anthropic(',
    `    base_url=${quote.python(gateway)},`,
    `    api_key=${keyAs.python(values)},`,
    ')',
    'message = client.messages.create(',
    `    model=${quote.python(model)},`,
    '    max_tokens=1024,',
    `    messages=[{"role": "user", "content": "${PROMPT}"}],`,
    ')',
    'print(message.content)',
  );
  const typescript = lines(
    "import Anthropic from '@anthropic-ai/sdk';",
    '',
    'const client = new Anthropic({',
    `  baseURL: ${quote.typescript(gateway)},`,
    `  apiKey: ${keyAs.typescript(values)},`,
    '});',
    'const message = await client.messages.create({',
    `  model: ${quote.typescript(model)},`,
    '  max_tokens: 1024,',
    `  messages: [{ role: 'user', content: '${PROMPT}' }],`,
    '});',
    'console.log(message.content);',
  );
  return inBothLanguages({ python, pip: 'anthropic' }, { typescript, npm: '@anthropic-ai/sdk' });
}

function buildGoogle(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  const python = lines(
    ...importsFor(values, 'from google import genai'),
    '',
    'client = genai.Client(',
    `    api_key=${keyAs.python(values)},`,
    `    http_options={"base_url": ${quote.python(gateway)}},`,
    ')',
    'response = client.models.generate_content(',
    `    model=${quote.python(model)},`,
    `    contents="${PROMPT}",`,
    ')',
    'print(response.text)',
  );
  const typescript = lines(
    "import { GoogleGenAI } from '@google/genai';",
    '',
    'const client = new GoogleGenAI({',
    `  apiKey: ${keyAs.typescript(values)},`,
    `  httpOptions: { baseUrl: ${quote.typescript(gateway)} },`,
    '});',
    'const response = await client.models.generateContent({',
    `  model: ${quote.typescript(model)},`,
    `  contents: '${PROMPT}',`,
    '});',
    'console.log(response.text);',
  );
  return inBothLanguages({ python, pip: 'google-genai' }, { typescript, npm: '@google/genai' });
}

function buildAiSdk(values: SetupValues): SetupBlock[] {
  const { gateway, model } = values;
  const code = lines(
    "import { createOpenAICompatible } from '@ai-sdk/openai-compatible';",
    "import { generateText } from 'ai';",
    '',
    'const modelgate = createOpenAICompatible({',
    "  name: 'modelgate',",
    `  baseURL: ${quote.typescript(`${gateway}/v1`)},`,
    `  apiKey: ${keyAs.typescript(values)},`,
    '});',
    'const { text } = await generateText({',
    `  model: modelgate(${quote.typescript(model)}),`,
    `  prompt: '${PROMPT}',`,
    '});',
    'console.log(text);',
  );
  return [{ title: 'TypeScript (npm install ai @ai-sdk/openai-compatible)', code }];
}

function importsFor({ key }: SetupValues, library: string): string[] {
  return key === undefined ? ['import os', '', library] : [library];
}

function inBothLanguages(
  { python, pip }: { python: string; pip: string },
  { typescript, npm }: { typescript: string; npm: string },
): SetupBlock[] {
  return [
    { title: `Python (pip install ${pip})`, code: python },
    { title: `TypeScript (npm install ${npm})`, code: typescript },
  ];
}
