// Reads what the program `env` prints.

/** Variables of a listing; lines that begin no variable belong to a value of several lines and are left out. */
export function parseEnvListing(listing: string): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const line of listing.split('\n')) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
  }
  return variables;
}
