// Tells the server the visitor's time zone, so that pages show local times.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax`;
}
