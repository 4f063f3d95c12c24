import {
  Alert,
  Button,
  FileInput,
  Group,
  JsonInput,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { CodeBlock } from '../../kit/code-block.js';
import { type ApiRequest, type FormField } from '../../playground/call/api-request.js';
import { usePlaygroundToken } from '../../playground/token-context.js';
import { maskToken } from '../../playground/token/mask-token.js';
import { type OperationView } from './reference.js';
import { type ShownResponse, sendRequest } from './send-request.js';

const MAX_BODY_CHARACTERS = 1_000_000;

export function TryIt({ example, operation }: { example: ApiRequest; operation: OperationView }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary style={{ cursor: 'pointer' }}>
        <Text span fw={600} size="sm">
          Try it
        </Text>
      </summary>
      {isOpen ? <RequestPanel example={example} operation={operation} /> : null}
    </details>
  );
}

function RequestPanel({ example, operation }: { example: ApiRequest; operation: OperationView }) {
  const { token } = usePlaygroundToken();
  return (
    <Stack gap="sm" mt="xs">
      <TokenField />
      {token === undefined ? null : (
        <RequestForm
          key={`${example.path} ${JSON.stringify(example.json)}`}
          example={example}
          token={token}
          summary={operation.summary}
        />
      )}
    </Stack>
  );
}

/** Shows the current token: the token of the playground, or of the session if the user is signed in. */
function TokenField() {
  const { token, userName, setToken, forget } = usePlaygroundToken();
  const [text, setText] = useState('');
  const [isChanging, setIsChanging] = useState(false);
  if (token !== undefined && !isChanging) {
    const change = (): void => (userName === undefined ? forget() : setIsChanging(true));
    return (
      <Group gap="xs">
        <Text size="sm">
          {userName === undefined ? (
            <>
              Token: <code>{maskToken(token)}</code>
            </>
          ) : (
            `Signed in as ${userName}`
          )}
        </Text>
        <Button size="compact-xs" variant="default" onClick={change}>
          {userName === undefined ? 'Use another token' : 'Use a token'}
        </Button>
      </Group>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    setToken(text.trim());
    setIsChanging(false);
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <PasswordInput
          label="API token"
          description="Kept in memory only, until you leave this page."
          placeholder="sk-mg-…"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={512}
          autoComplete="off"
          flex={1}
        />
        <Button type="submit">Use token</Button>
      </Group>
    </form>
  );
}

function RequestForm({ example, token, summary }: { example: ApiRequest; token: string; summary: string }) {
  const [path, setPath] = useState(example.path);
  const [body, setBody] = useState(() => JSON.stringify(example.json, null, 2));
  const [form, setForm] = useState(example.form);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: (request: ApiRequest) => {
      running.current?.abort();
      running.current = new AbortController();
      return sendRequest(request, token, running.current.signal);
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    const json = example.json === undefined ? undefined : parse(body);
    setProblem(json instanceof Error ? json.message : undefined);
    if (json instanceof Error || form?.some(isFileMissing) === true) return;
    mutate({ ...example, path, json, form });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <TextInput
          label="Path"
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          maxLength={2000}
        />
        {example.json === undefined ? null : (
          <JsonInput
            label="Body"
            value={body}
            onChange={setBody}
            error={problem}
            autosize
            minRows={4}
            maxRows={24}
            maxLength={MAX_BODY_CHARACTERS}
          />
        )}
        {form === undefined ? null : (
          <FormFields fields={form} onChange={setForm} isSubmitted={isSubmitted} />
        )}
        <Group gap="xs">
          <Button type="submit" loading={isPending} aria-label={`Send: ${summary}`}>
            Send
          </Button>
          <Text size="sm" c="dimmed">
            This sends a real request, and its cost is charged.
          </Text>
        </Group>
        <ResponseView error={error} response={data} />
      </Stack>
    </form>
  );
}

function ResponseView({ error, response }: { error: Error | null; response: ShownResponse | undefined }) {
  if (error !== null) {
    return (
      <Alert color="red" title="The request failed">
        {error.message}
      </Alert>
    );
  }
  if (response === undefined) return null;
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {`Status ${response.status} in ${response.milliseconds.toLocaleString('en')} ms`}
      </Text>
      <CodeBlock code={response.headers} label="the response headers" />
      <CodeBlock code={response.body} label="the response" />
    </Stack>
  );
}

function parse(text: string): object | Error {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : new Error('The body must be a JSON object.');
  } catch (error) {
    return new Error(`The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface FormFieldsProps {
  fields: readonly FormField[];
  onChange: (fields: readonly FormField[]) => void;
  /** Whether the form was submitted. Missing files are marked only after that. */
  isSubmitted: boolean;
}

/** The inputs of a multipart form. */
function FormFields({ fields, onChange, isSubmitted }: FormFieldsProps) {
  const change = (name: string, value: string | File): void =>
    onChange(fields.map((field) => (field.name === name ? { name, value } : field)));
  return fields.map((field) => {
    const { name, value } = field;
    if (typeof value === 'string') {
      return (
        <TextInput
          key={name}
          label={name}
          value={value}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      );
    }
    const isMissing = isFileMissing(field);
    return (
      <FileInput
        key={name}
        label={name}
        placeholder="Choose a file"
        value={isMissing ? null : value}
        onChange={(file) => change(name, file ?? new File([], value.name))}
        error={isSubmitted && isMissing ? 'Choose a file.' : undefined}
        clearable
      />
    );
  });
}

/** The placeholder file of an example is empty. */
function isFileMissing({ value }: FormField): boolean {
  return typeof value !== 'string' && value.size === 0;
}
