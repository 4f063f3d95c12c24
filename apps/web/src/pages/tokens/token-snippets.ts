export interface Snippet {
  language: string;
  label: string;
  code: string;
}

export interface SnippetPlace {
  /** The gateway's own address, without a slash at its end. */
  gateway: string;
  key: string;
  model: string;
}

const QUESTION = 'Say hello.';

/** The shortest working program for each language. */
export function snippetsFor(place: SnippetPlace): Snippet[] {
  return [
    { language: 'curl', label: 'curl', code: curl(place) },
    { language: 'typescript', label: 'TypeScript', code: typeScript(place) },
    { language: 'python', label: 'Python', code: python(place) },
  ];
}

function curl({ gateway, key, model }: SnippetPlace): string {
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: QUESTION }] });
  return [
    `curl ${gateway}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

function typeScript({ gateway, key, model }: SnippetPlace): string {
  return [
    "import OpenAI from 'openai';",
    '',
    'const client = new OpenAI({',
    `  baseURL: ${JSON.stringify(`${gateway}/v1`)},`,
    `  apiKey: ${JSON.stringify(key)},`,
    '});',
    '',
    'const completion = await client.chat.completions.create({',
    `  model: ${JSON.stringify(model)},`,
    `  messages: [{ role: 'user', content: '${QUESTION}' }],`,
    '});',
    'console.log(completion.choices[0].message.content);',
  ].join('\n');
}

function python({ gateway, key, model }: SnippetPlace): string {
  return [
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(`${gateway}/v1`)}, api_key=${JSON.stringify(key)})`,
    '',
    'completion = client.chat.completions.create(',
    `    model=${JSON.stringify(model)},`,
    `    messages=[{"role": "user", "content": "${QUESTION}"}],`,
    ')',
    'print(completion.choices[0].message.content)',
  ].join('\n');
}
