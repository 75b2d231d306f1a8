export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="#FF6445" />
      <path
        d="M14 9.2c-1.7-1.2-3.9-1.7-6.6-1.7v11.4c2.7 0 4.9.5 6.6 1.7 1.7-1.2 3.9-1.7 6.6-1.7V7.5c-2.7 0-4.9.5-6.6 1.7Zm0 0v11.4"
        fill="none"
        stroke="#1C1210"
        strokeWidth="1.9"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
