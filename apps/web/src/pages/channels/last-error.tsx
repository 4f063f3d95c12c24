import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { When } from '../../kit/when.js';
import { type Channel } from './channel-queries.js';

export interface LastErrorProps {
  error: NonNullable<Channel['health']['last_error']>;
}

/** What its service did wrong last, after the words "Last error", with the way to the request that met with it. */
export function LastError({ error: { at, error, upstream_model: model, request_id: id } }: LastErrorProps) {
  return (
    <Text span inherit>
      with {model}, <When at={at} />: {error}{' '}
      <Anchor
        component={Link}
        to={`/requests/${encodeURIComponent(id)}`}
        inherit
        underline="always"
        onClick={(event) => event.stopPropagation()}
      >
        Show the request
      </Anchor>
    </Text>
  );
}
