import { Badge } from '@mantine/core';
import { type Token } from './token-queries.js';

const COLORS: Readonly<Record<Token['status'], string>> = {
  active: 'gate',
  expired: 'orange',
  revoked: 'gray',
};

export function TokenStatus({ status }: Pick<Token, 'status'>) {
  return (
    <Badge component="span" variant="dot" color={COLORS[status]} tt="none" miw="max-content">
      {status}
    </Badge>
  );
}
