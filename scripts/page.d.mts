/** The script and the style of the page of the studio. */
export function pageParts(modules?: string[]): Promise<{ readonly script: string; readonly style: string }>;
/** What a bundler, or a test, needs to have the page. */
export function pageInside(modules?: string[]): {
  readonly name: string;
  readonly load: (id: string) => Promise<string | null>;
};
