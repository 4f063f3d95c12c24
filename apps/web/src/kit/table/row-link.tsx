import { Anchor } from '@mantine/core';
import { type ReactNode } from 'react';
import { Link } from 'react-router';

/** The link in a row that as a whole leads to the same place: one click goes there once. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} fw={550} inherit onClick={(event) => event.stopPropagation()}>
      {children}
    </Anchor>
  );
}
