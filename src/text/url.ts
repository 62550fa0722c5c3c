// Addresses.

/** `null`: no address. (`URL.canParse` of Node 20 refuses some with letters beyond ASCII, once it is compiled.) */
export function urlOf(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Whether a text is an address of the web. */
export const isWebAddress = (text: string): boolean => /^https?:$/.test(urlOf(text)?.protocol ?? '');
