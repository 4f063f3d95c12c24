import { Paper, Title } from '@mantine/core';
import { FactList } from '../../kit/fact-list.js';
import { type Channel } from './channel-queries.js';
import { inFlightInWords } from './health-words.js';
import { LastError } from './last-error.js';

/** What goes on in a channel at this moment, and what went wrong in it last. */
export function ChannelActivity({ channel }: { channel: Channel }) {
  const { last_error: error } = channel.health;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Right now">
      <Title order={2} size="h4" mb="sm">
        Right now
      </Title>
      <FactList
        facts={[
          { label: 'In flight', value: inFlightInWords(channel) },
          {
            label: 'Last error',
            value: error === null ? 'None in the last 24 hours' : <LastError error={error} />,
          },
        ]}
      />
    </Paper>
  );
}
