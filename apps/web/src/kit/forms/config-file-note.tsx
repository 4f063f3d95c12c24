import { Alert, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { When } from '../when.js';

interface Override {
  enabled: boolean;
  declared: boolean;
  set_by: string;
  set_at: string;
}

/** `what` begins the sentence: "This token". `override` is what was switched against the file. */
export function ConfigFileNote({ what, override = null }: { what: string; override?: Override | null }) {
  return (
    <Alert color="gray" variant="light" icon={<IconFileText />} title="From the config file">
      {what} is described in the config file, so it can only be read here. Change the file and start the
      gateway again to change it.
      {override !== null && override.enabled !== override.declared ? <Switched override={override} /> : null}
    </Alert>
  );
}

function Switched({ override: { enabled, set_by: by, set_at: at } }: { override: Override }) {
  return (
    <Text size="sm" mt="xs" fw={500}>
      It was switched {enabled ? 'on' : 'off'} against the file by {by} <When at={at} />, which counts until
      “modelgate config clear-override” clears it.
    </Text>
  );
}
